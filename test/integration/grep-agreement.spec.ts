import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldTerm, and, not, or, term, type QueryTree } from '../../src/grep/domain/query-tree.js';
import { matchQuery } from '../../src/grep/domain/match-query.js';
import { GrepRepository } from '../../src/grep/grep.repository.js';
import { parseQuery } from '../../src/grep/domain/parse-query.js';
import { printQuery } from '../../src/grep/domain/print-query.js';
import type { EntryKind } from '../../src/journal/domain/journal-entry.js';
import { isVisibleTo, type ViewerScope } from '../../src/journal/domain/visibility.js';
import { foldSpaces } from '../../src/kernel/text.js';
import { agent } from '../factories/gists.js';
import { appendEntries, refOf } from '../support/append-entries.js';
import { BoardClient, openBoard } from '../support/board-client.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const PIECES = [
  ...['a', 'B', 'ab', ' ', '  ', '%', '_', '\\', "'", '"', '`', ';', '--', '?', ':x', '$1', '&', '|', '!', '(', ')'],
  ...['ß', 'ẞ', 'ss', 'ς', 'Σ', 'σ', 'é', 'e\u0301', '\u0301', 'İ', 'ı', 'ﬁ', 'ｆ', 'Å', '\u212B', '\u00A0', '\u200D'],
  ...['😀', '👨‍👩‍👧', '𠮷', '家', 'नि', '\t', '\n', '\u0000', '\u00AD', 'NULL', '0x61', '1'],
];
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((p) => p.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }) },
);
const longText = fc.array(text, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(''));
const notes = fc.array(
  fc.record({ type: fc.constant('FACT'), content: longText, detail: longText }, { requiredKeys: ['type', 'content'] }),
  {
    minLength: 100,
    maxLength: 100,
  },
);

const leaf = fc
  .oneof(
    {
      weight: 5,
      arbitrary: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 2 }).map((p) => p.join('')),
    },
    text,
  )
  .filter((each) => !/[\uFDD0\uFDD1]/.test(each))
  // As a query that is read has them.
  .map((each) => term(foldSpaces(each)))
  .filter((each) => foldTerm(each) !== '');
const { tree } = fc.letrec<{ tree: QueryTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('tree').map(not),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(and),
    fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(or),
  ),
}));

interface Stored {
  readonly label: string;
  readonly content: string;
  readonly detail: string | null;
}

/** The stored texts that are searched, newest first. */
async function storedTexts(board: string): Promise<readonly Stored[]> {
  const { boardId } = await refOf(service, board);
  const sql = `SELECT e.seq, e.search_text, d.search_body FROM journal_entry e
    LEFT JOIN journal_detail d ON d.board_id = e.board_id AND d.seq = e.seq WHERE e.board_id = ? ORDER BY e.seq DESC`;
  type Row = { seq: number; search_text: string; search_body: string | null };
  const rows = await service.database.read((manager) => manager.query<Row[]>(sql, [boardId]));
  return rows.map((row) => ({ label: `G${row.seq}`, content: row.search_text, detail: row.search_body }));
}

/** Stands between two texts that are searched as one; no term that is tried holds it. */
const JOINT = '\uFDD0\uFDD1';

/** What a query selects in memory. */
function selected(query: QueryTree, stored: readonly Stored[], where: 'content' | 'detail' | 'all'): readonly string[] {
  const searched = ({ content, detail }: Stored): string | null => {
    if (where === 'content') return content;
    return where === 'detail' ? detail : `${content}${JOINT}${detail ?? ''}`;
  };
  return stored.flatMap((each) => {
    const found = searched(each);
    return found !== null && matchQuery(query, found) ? [each.label] : [];
  });
}

describe('a search in the database', () => {
  let alice: BoardClient;
  let stored: readonly Stored[];
  beforeAll(async () => {
    alice = (await openBoard(service))('alice');
    await alice.write(fc.sample(notes, 1)[0] ?? []);
    stored = await storedTexts(alice.board);
    expect(stored.length).toBeGreaterThan(50);
    expect(JSON.stringify(stored)).not.toContain('\\u0000');
    const noise = (await openBoard(service))('alice');
    await noise.write(fc.sample(notes, 1)[0] ?? []);
  });

  it.each(['content', 'detail', 'all'] as const)(
    'selects exactly what the same query selects in memory: in=%s',
    async (where) => {
      let hits = 0;
      await fc.assert(
        fc.asyncProperty(tree, async (query) => {
          const printed = printQuery(query);
          fc.pre([...printed].length <= 1_000);
          const found = await alice.grep(printed, { in: where });
          expect(found.matches.map(({ label }) => label)).toEqual(selected(query, stored, where));
          expect(found.total).toBe(found.matches.length);
          expect(printQuery(parseQuery(printed))).toBe(found.normalized);
          if (found.total > 0 && found.total < stored.length) hits += 1;
        }),
        { numRuns: 200 },
      );
      expect(hits).toBeGreaterThan(20);
    },
  );
});

describe('who sees an entry', () => {
  const KINDS: readonly EntryKind[] = ['gist', 'release', 'post', 'redaction', 'member', 'board', 'goal', 'artifact'];
  const AGENTS = ['alice', 'bob', 'carol'];

  it('is the same in a search as in the rule, for every kind, recipient, author and viewer', async () => {
    const { board } = (await openBoard(service))('alice');
    const entries = KINDS.flatMap((kind) =>
      [null, ...AGENTS].flatMap((recipient) =>
        AGENTS.map((author) => ({
          kind,
          type: kind === 'gist' ? 'FACT' : kind,
          author: agent(author),
          // A gist is for all; nothing writes one for one agent.
          recipient: recipient === null || kind === 'gist' ? null : agent(recipient),
          content: `${kind} of ${author}`,
        })),
      ),
    );
    await appendEntries(service, board, entries);
    for (const viewer of [...AGENTS, 'dave', 'harness']) {
      const by = { agent: agent(viewer), isOperator: viewer === 'harness' };
      const visible = entries.flatMap((entry, place) => (isVisibleTo(by, entry) ? [`G${place + 1}`] : []));
      const client = new BoardClient(service, board, viewer);
      expect((await client.find('of', { kinds: 'all' })).toReversed()).toEqual(visible);
      expect((await client.find('of')).toReversed()).toEqual(
        entries.flatMap(({ kind }, place) => (kind === 'gist' ? [`G${place + 1}`] : [])),
      );
      const unfolded: string[] = [];
      for (let from = 1; from <= entries.length; from += 50) {
        const { items } = await client.unfold(`G${from}-G${from + 49}`);
        unfolded.push(...items.map(({ label }) => label));
      }
      expect(unfolded).toEqual(visible);
    }
  });

  it('is the same for roles, whatever they may read and whether they see the board', async () => {
    const { board } = (await openBoard(service))('alice');
    const kinds: readonly EntryKind[] = [...KINDS, 'edit', 'deletion', 'reaction', 'fact', 'file', 'lease'];
    const types = ['spec', 'findings', 'extra/api'];
    const entries = kinds.flatMap((kind) =>
      ['review', 'review#2', 'alice'].flatMap((author) =>
        [null, 'review', 'review#2'].flatMap((recipient) =>
          types.map((type) => ({
            kind,
            type,
            author: agent(author),
            recipient: recipient === null ? null : agent(recipient),
            content: `${kind} of ${author}`,
          })),
        ),
      ),
    );
    await appendEntries(service, board, entries);
    const repository = new GrepRepository(service.database);
    const range = { after: 0, upTo: entries.length };
    const scopes: readonly ViewerScope[] = [[], ['spec'], ['spec', 'extra/api'], 'all' as const].flatMap((reads) =>
      [true, false].map((seesBoard) => ({ reads, seesBoard })),
    );
    for (const scope of scopes) {
      const viewer = { agent: agent('review#2'), isOperator: false, scope };
      const search = { tree: term('of'), searched: 'content', kinds: 'all', viewer } as const;
      expect(await repository.find(await refOf(service, board), range, search)).toEqual(
        entries.flatMap((entry, place) => (isVisibleTo(viewer, entry) ? [place + 1] : [])),
      );
    }
  });
});
