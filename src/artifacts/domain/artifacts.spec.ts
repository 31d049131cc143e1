import { describe, expect, it } from '@jest/globals';
import type { DeclaredRole } from '../../boards/roles/domain/scope.js';
import { resolveScope } from '../../boards/roles/domain/scope.js';
import type { AgentName } from '../../kernel/ids.js';
import { entryOf } from '../../journal/domain/entry-draft.js';
import { Problem } from '../../kernel/problem.js';
import { artifactDraft, titleOf, versionOf } from './artifact-entry.js';
import { indexFor } from './artifact-index.js';
import type { ArtifactVersion, Input } from './artifact-version.js';
import { contentBytes, contentFrom, MAX_ARTIFACT_BYTES } from './content.js';
import { decideVersion } from './decide-version.js';
import { requireKind, requireReadable, requireWritable } from './fence.js';
import { checkMediaType } from './findings.js';
import { isSlotted, laneFor } from './lane.js';

const refusalOf = (work: () => unknown): Problem | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};
const role = (name: string, more: Partial<DeclaredRole> = {}): DeclaredRole => ({
  ...{ name, count: 1, mayEdit: false, seesBoard: false, ...more },
});
const read = (kind: string, version: number, slot = ''): Input => ({ kind, slot, version });
const written = (kind: string, version: number, more: Partial<ArtifactVersion> = {}): ArtifactVersion => ({
  ...{ kind, slot: '', version, digest: 'd'.repeat(64), bytes: 3, mediaType: 'text/plain' },
  ...{ author: 'review' as AgentName, role: 'review', ordinal: 1, inputs: [], seq: 1, createdAtMs: 0, ...more },
});

describe('the size of a document', () => {
  it('is its bytes in UTF-8, and at most 256 KiB', () => {
    expect([contentBytes('a'), contentBytes('é'), contentBytes('😀'), contentBytes('a\r\n\0')]).toEqual([1, 2, 4, 4]);
    expect(contentBytes('é'.repeat(MAX_ARTIFACT_BYTES / 2))).toBe(MAX_ARTIFACT_BYTES);
    expect(refusalOf(() => contentBytes(`a${'é'.repeat(MAX_ARTIFACT_BYTES / 2)}`))?.code).toBe('too_large');
  });

  it.each(['', 'a\uD800', '\uDC00'])('is none of %j', (content) => {
    expect(refusalOf(() => contentBytes(content))?.code).toBe('bad_request');
  });
});

describe('a document from a byte on', () => {
  it.each([
    [0, '\uFEFFaé😀z'],
    [3, 'aé😀z'],
    [4, 'é😀z'],
    [6, '😀z'],
    [10, 'z'],
    [11, ''],
  ])('%i goes on as %j', (offset, text) => {
    expect(contentFrom('\uFEFFaé😀z', offset)).toBe(text);
  });

  it.each([1, 5, 7, 8, 9, 12])('is refused at %i', (offset) => {
    expect(refusalOf(() => contentFrom('\uFEFFaé😀z', offset))?.code).toBe('bad_request');
  });
});

describe('a document that says it is JSON', () => {
  const finding = { severity: 'blocking', file: 'src/a.ts', line: 3, text: 'loses the error' };

  it.each([
    ['findings', '[]'],
    ['findings', JSON.stringify([finding, { severity: 'suggestion', text: 'x' }])],
    ['research', '{"any":[1]}'],
  ])('is taken as %s: %s', (kind, content) => {
    expect(refusalOf(() => checkMediaType(kind, content, 'application/json'))).toBeUndefined();
  });

  it.each<[string, unknown, string]>([
    ['findings', {}, 'content'],
    ['findings', ['x'], 'content.0'],
    ['findings', [null], 'content.0'],
    ['findings', [finding, { ...finding, severity: 'major' }], 'content.1.severity'],
    ['findings', [{ ...finding, line: 0 }], 'content.0.line'],
    ['findings', [{ ...finding, line: '3' }], 'content.0.line'],
    ['findings', [{ ...finding, file: '' }], 'content.0.file'],
    ['findings', [{ ...finding, text: ' ' }], 'content.0.text'],
    ['findings', [{ severity: 'blocking' }], 'content.0.text'],
    ['findings', [{ ...finding, author: 'review#2' }], 'content.0.author'],
  ])('is refused as %s with the place: %j', (kind, value, path) => {
    const problem = refusalOf(() => checkMediaType(kind, JSON.stringify(value), 'application/json'));
    expect([problem?.code, problem?.extras.errors?.[0]?.path]).toEqual(['bad_content', path]);
  });

  it('is refused where it is none, and taken as text', () => {
    expect(refusalOf(() => checkMediaType('diff', '{"a":', 'application/json'))?.code).toBe('bad_content');
    expect(refusalOf(() => checkMediaType('findings', '{"a":', 'text/plain'))).toBeUndefined();
  });
});

describe('the next version', () => {
  it.each([
    [0, undefined, false, { kind: 'write', version: 1 }],
    [7, undefined, false, { kind: 'write', version: 8 }],
    [0, 0, true, { kind: 'write', version: 1 }],
    [7, 7, true, { kind: 'write', version: 8 }],
    [7, 6, false, { kind: 'conflict', current: 7 }],
    [7, 8, true, { kind: 'conflict', current: 7 }],
    [7, 0, false, { kind: 'conflict', current: 7 }],
    [0, 1, false, { kind: 'conflict', current: 0 }],
    [7, undefined, true, { kind: 'unsaid', current: 7 }],
  ])('behind %i with if_version %j, shared %j, is decided as %j', (last, ifVersion, isShared, decision) => {
    expect(decideVersion(last, { ifVersion, isShared })).toEqual(decision);
  });
});

describe('the document that a contributor writes', () => {
  it('is its own where a kind has several writers, and stays what it was at the first version', () => {
    const [one, two] = [[role('implement')], [role('implement', { count: 2 })]];
    expect([isSlotted('diff', one, []), isSlotted('diff', two, [])]).toEqual([false, true]);
    expect(isSlotted('diff', two, [read('diff', 1)])).toBe(false);
    expect(isSlotted('diff', one, [read('diff', 1, 'implement#2')])).toBe(true);
    expect(laneFor('findings', 'review#2', true)).toEqual({ kind: 'findings', slot: 'review#2' });
    expect(laneFor('spec', 'orchestrator', false)).toEqual({ kind: 'spec', slot: '' });
  });
});

describe('the index', () => {
  const spec = written('spec', 2, { role: 'orchestrator' });
  const diff = written('diff', 1, { role: 'implement', inputs: [read('spec', 1), read('adr', 1), read('diff', 9)] });
  const all = [
    written('findings', 1, { slot: 'review#10', ordinal: 10 }),
    written('extra/notes', 1, { role: 'search' }),
    diff,
    written('findings', 4, { slot: 'review#2', ordinal: 2 }),
    written('adr', 1, { role: 'architecture' }),
    spec,
  ];

  it('shows the newest of what may be read, in the order of the work, and of the rest that it exists', () => {
    const { lines, unreadable } = indexFor({ reads: ['spec', 'diff'] }, all);
    expect(lines).toEqual([
      { version: spec, stale: false },
      { version: diff, stale: true },
    ]);
    expect(unreadable).toEqual(['adr', 'findings', 'extra/notes']);
    const whole = indexFor({ reads: 'all' }, all);
    expect(whole.lines.map(({ version }) => titleOf(version))).toEqual([
      'spec v2',
      'adr v1',
      'diff v1',
      'findings of review#2 v4',
      'findings of review#10 v1',
      'extra/notes v1',
    ]);
    expect(whole.unreadable).toEqual([]);
  });

  it('marks as stale by what may be read alone, and not by earlier versions of the document itself', () => {
    const staleFor = (reads: readonly string[], inputs: readonly Input[]): boolean | undefined =>
      indexFor({ reads }, [spec, written('adr', 3), written('diff', 2, { inputs })]).lines.at(-1)?.stale;
    expect(staleFor(['spec', 'diff'], [read('spec', 2), read('adr', 1)])).toBe(false);
    expect(staleFor(['spec', 'adr', 'diff'], [read('spec', 2), read('adr', 1)])).toBe(true);
    expect(staleFor(['diff'], [read('diff', 1)])).toBe(false);
  });
});

describe('the fence', () => {
  it.each(['Spec', 'diffs', 'findings ', 'extra/UPPER', 'extra/a/b', 'extra/'])('knows no kind %j', (kind) => {
    const problem = refusalOf(() => requireKind(kind));
    expect(problem?.code).toBe('invalid_kind');
    expect(problem?.detail).toContain('spec, research, adr, task-list, diff, findings, or extra/<key>');
  });

  it('names role, kind and what is allowed', () => {
    const review = resolveScope(role('review', { count: 2 }), 2);
    expect(refusalOf(() => requireReadable(review, 'findings'))?.detail).toBe(
      'review#2 may not read findings. It may read spec, diff and write findings.',
    );
    const orchestrator = resolveScope(role('orchestrator'), 1);
    expect(refusalOf(() => requireReadable(orchestrator, 'findings'))).toBeUndefined();
    expect(refusalOf(() => requireWritable(orchestrator, 'diff'))?.detail).toBe(
      'orchestrator may not write diff. It may read every kind and write spec, task-list.',
    );
    expect(refusalOf(() => requireReadable(resolveScope(role('x'), 1), 'spec'))?.detail).toBe(
      'x may not read spec. It may read nothing and write nothing.',
    );
  });
});

describe('the entry of a version', () => {
  it.each([
    written('spec', 3, { seq: 9, createdAtMs: 5 }),
    written('findings', 1, { slot: 'review#2', ordinal: 2, mediaType: 'application/json', seq: 2 }),
    written('diff', 2, { inputs: [read('spec', 1), read('diff', 1, 'implement#2')], seq: 4 }),
  ])('holds all of it but its text: %j', (version) => {
    const { seq, createdAtMs } = version;
    const entry = entryOf(artifactDraft(version), seq, createdAtMs);
    expect(versionOf(entry)).toEqual(version);
    expect([entry.kind, entry.type, entry.hasDetail]).toEqual(['artifact', version.kind, false]);
    expect(entry.content).toBe(`${titleOf(version)}, 3 bytes`);
  });
});
