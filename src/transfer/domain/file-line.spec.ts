import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewEntry } from '../../journal/domain/entry-draft.js';
import type { AgentName } from '../../kernel/ids.js';
import { searchText } from '../../kernel/text.js';
import { type FileLine, printLine } from './file-line.js';
import { parseLine } from './parse-line.js';

const ENTRY: NewEntry = {
  seq: 3,
  kind: 'gist',
  type: 'FACT',
  author: 'alice' as AgentName,
  recipient: null,
  workLabel: null,
  refs: [],
  content: 'one',
  searchText: 'one',
  hasDetail: false,
  data: {},
  createdAtMs: Date.UTC(2026, 10, 30, 12),
  detail: null,
};

describe('a line', () => {
  it.each<[string, FileLine, string]>([
    [
      'of a board',
      { kind: 'header', board: 'main', createdAtMs: ENTRY.createdAtMs, head: 57 },
      '{"format":1,"board":"main","created_at":"2026-11-30T12:00:00.000Z","head":57}',
    ],
    [
      'of a member',
      { kind: 'member', agent: '*', source: 'api', isOwner: false },
      '{"member":"*","source":"api","owner":false}',
    ],
    [
      'of an entry leaves out what is none',
      { kind: 'entry', entry: ENTRY },
      '{"seq":3,"at":"2026-11-30T12:00:00.000Z","kind":"gist","type":"FACT","author":"alice","content":"one"}',
    ],
    [
      'of an entry has all that does not follow from the rest',
      {
        kind: 'entry',
        entry: {
          ...ENTRY,
          kind: 'gist',
          type: 'CLAIM',
          workLabel: 'w7',
          refs: [{ seq: 1, relation: 'supersedes' }],
          content: 'a long…',
          searchText: 'a long one',
          hasDetail: true,
          detail: 'a long one',
          data: { truncated: true, expires_at: 5, names: ['src/x.ts'] },
        },
      },
      '{"seq":3,"at":"2026-11-30T12:00:00.000Z","kind":"gist","type":"CLAIM","author":"alice","delegation_id":"w7","refs":[[1,"supersedes"]],"content":"a long…","search_text":"a long one","detail":"a long one","data":{"truncated":true,"expires_at":5,"names":["src/x.ts"]}}',
    ],
    [
      'that is the last',
      { kind: 'end', members: 1, entries: 3, digest: 'a'.repeat(64) },
      `{"end":true,"members":1,"entries":3,"digest":"${'a'.repeat(64)}"}`,
    ],
  ])('%s, and is read back', (_, line, text) => {
    expect(printLine(line)).toBe(text);
    expect(parseLine(text)).toEqual(line);
  });

  it('of any message is read back as it was', () => {
    const body = fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(body, fc.option(body), fc.nat(), (text, detail, atMs) => {
        const clean = (dirty: string): string =>
          dirty.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g, '');
        const content = clean(text);
        const entry: NewEntry = {
          ...ENTRY,
          kind: 'post',
          type: 'message',
          recipient: 'bob' as AgentName,
          content,
          searchText: searchText(content),
          hasDetail: detail !== null,
          detail: detail === null ? null : clean(detail),
          createdAtMs: atMs,
        };
        expect(parseLine(printLine({ kind: 'entry', entry }))).toEqual({ kind: 'entry', entry });
      }),
    );
  });
});
