import { isDeepStrictEqual } from 'node:util';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { digestWith, NO_LINES } from '../../../src/kernel/line-digest.js';
import { GoalDesk } from '../../support/goal.js';
import { startService, type TestService } from '../../support/service.js';
import { ArtifactsClient, StaffedGoal } from '../../support/staffed-goal.js';
import { dataOf, OPERATOR_TOKEN, TOKEN_MODE } from '../../support/team.js';
import {
  beginImport,
  exportLines,
  hiddenRows,
  importLines,
  NOTHING_HIDDEN,
  sendLines,
} from '../../support/transfer.js';
import { until } from '../../support/until.js';

const TRUSTED = { BOARD_AUTH: 'trusted', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN };

let service: TestService;
let goal: StaffedGoal;
let lines: readonly string[];
beforeAll(async () => {
  service = await startService({ env: { ...TOKEN_MODE, ...TRUSTED } });
  const { client } = new GoalDesk(service.withToken(OPERATOR_TOKEN), 'moved');
  dataOf(await client.POST('/board', { body: { board: 'moved', members: ['alice'] } }));
  const body = { to: 'alice', body: 'from before the goal' };
  dataOf(await client.POST('/board/{board}/messages', { params: { path: { board: 'moved' } }, body }));
  goal = await StaffedGoal.open(service, 'moved', [
    { name: 'orchestrator' },
    { name: 'implement', may_edit: true, purpose: 'change it', backend: 'claude' },
    { name: 'review', count: 2, reads: [] },
  ]);
  await goal.as('orchestrator').write('spec', 'one\u0000é😀\r\n"');
  await goal.as('implement').read('spec');
  await goal.as('implement').write('diff', 'x'.repeat(262_144));
  await goal.as('review#2').write('findings', '[]', { media_type: 'application/json' });
  await goal.as('orchestrator').write('spec', 'two');
  lines = await exportLines(service, 'moved');
});
afterAll(() => service.close());

const AT = '2026-11-30T12:00:00.000Z';
type Fields = Record<string, unknown>;
const withGoal = (change: Fields) => (fields: Fields) => ('goal' in fields ? { ...fields, ...change } : fields);
const withRoles = (change: (roles: readonly Fields[]) => readonly Fields[]) => (fields: Fields) =>
  'goal' in fields ? { ...fields, roles: change(fields.roles as readonly Fields[]) } : fields;
const withData = (type: string, change: Fields) => (fields: Fields) =>
  fields.type === type ? { ...fields, data: { ...(fields.data as object), ...change } } : fields;

/** The same file, with some of its lines changed and a digest that fits. */
function changed(change: (fields: Fields) => Fields | readonly Fields[] | undefined): readonly string[] {
  const body = lines.slice(0, -1).flatMap((line) => {
    const fields = change(JSON.parse(line) as Fields);
    return fields === undefined ? [] : [fields].flat().map((each) => JSON.stringify(each));
  });
  const end = JSON.parse(lines.at(-1) ?? '') as object;
  return [...body, JSON.stringify({ ...end, digest: body.reduce(digestWith, NO_LINES) })];
}

describe('the export of a goal', () => {
  it('is the same once it was imported, its documents, roles and goal too', async () => {
    expect((await importLines(service, 'copy', lines, 3)).data).toMatchObject({ done: true });
    const again = await exportLines(service, 'copy');
    const renamed = changed((fields) => ('format' in fields ? { ...fields, board: 'copy' } : fields));
    expect(again).toEqual(renamed);
    const copy = new ArtifactsClient(service.withToken(OPERATOR_TOKEN), 'copy');
    expect(await copy.titles()).toEqual(['spec v2', 'diff v1 stale', 'findings of review#2 v1']);
    expect((await copy.read('spec', { version: 1 })).data.artifact?.content).toBe('one\u0000é😀\r\n"');
    expect((await copy.read('diff')).data.artifact?.inputs).toEqual([{ kind: 'spec', slot: null, version: 1 }]);
  });

  it('goes on where it was: with new tokens, at the next version', async () => {
    const desk = new GoalDesk(service.withToken(OPERATOR_TOKEN), 'copy');
    expect(dataOf(await desk.describe()).roles.map(({ name, count }) => [name, count])).toEqual([
      ['orchestrator', 1],
      ['implement', 1],
      ['review', 2],
    ]);
    const { token } = await desk.mint('review', 2);
    const review = new ArtifactsClient(service.withToken(token), 'copy');
    expect((await review.write('findings', 'x')).data).toMatchObject({ slot: 'review#2', version: 2 });
    // An empty list was declared, so it is no default.
    expect((await review.read('spec')).problem.code).toBe('forbidden');
    // No token of the board before opens this one.
    const old = new ArtifactsClient(service.withToken(goal.token('review#2')), 'copy');
    expect((await old.index()).status).toBe(404);
  });

  it.each<[string, Parameters<typeof changed>[0], string]>([
    ['a text is missing', (fields) => ('artifact' in fields ? undefined : fields), 'versions of documents came with 0'],
    [
      'a text is another',
      (fields) => ('artifact' in fields ? { ...fields, body: 'eA==' } : fields),
      'is not what its digest says',
    ],
    [
      'a version is skipped',
      (fields) => ({
        ...fields,
        ...(fields.type === 'diff' ? { data: { ...(fields.data as object), version: 2 } } : {}),
      }),
      'is version 2 behind 0',
    ],
    [
      'a kind is none',
      (fields) => (fields.type === 'diff' ? { ...fields, type: 'diffs' } : fields),
      'type is no kind of document',
    ],
    ['a text comes twice', (fields) => ('artifact' in fields ? [fields, fields] : fields), 'has its text twice'],
    ['findings stand in no slot', withData('findings', { slot: undefined }), 'has no slot of its author'],
    ['a slot is of another', withData('findings', { slot: 'review' }), 'has a slot that is not its author'],
    ['an author is of another role', withData('diff', { role: 'review' }), 'is by implement, and not by review'],
    ['nobody leads', withRoles((roles) => roles.slice(1)), 'roles must hold exactly one role "orchestrator"'],
    ['several lead', withRoles((roles) => [{ ...roles[0], count: 8 }, ...roles.slice(1)]), 'roles.0.count must be 1'],
    ['a role is for all', withRoles((roles) => [...roles, { ...roles[1], name: 'all' }]), '"all" is a reserved name'],
    ['a role is the operator', withRoles((roles) => [...roles, { ...roles[1], name: 'harness' }]), 'name of harness'],
    ['a role is a member', (fields) => ('member' in fields ? { ...fields, member: 'Review' } : fields), 'of Review'],
    ['an open goal was closed', withGoal({ closed_at: AT }), 'closed_at must be'],
    ['an open goal was emptied', withGoal({ emptied_at: AT }), 'emptied_at must be null'],
    ['a closed goal has no end', withGoal({ state: 'closed' }), 'closed_at must be'],
    ['documents have no goal', (fields) => ('goal' in fields ? undefined : fields), 'came without a goal'],
    [
      'a role has the name of whom an entry before the goal is for',
      (fields) => (fields.seq === 1 ? { ...fields, to: 'review' } : fields),
      'has the name of review',
    ],
    ['a role is none', (fields) => ('goal' in fields ? { ...fields, roles: [{ name: 'X' }] } : fields), 'roles.0'],
  ])('is refused where %s, and leaves nothing', async (_, change, message) => {
    const { status, problem } = await importLines(service, 'broken', changed(change));
    expect([status, problem.code, problem.detail]).toEqual([422, 'bad_import', expect.stringContaining(message)]);
    expect(await leftovers()).toEqual(NOTHING_LEFT);
  });

  it.each([
    ['no list', '{}', 'content must be a list of findings'],
    ['no JSON', '[x', 'content is no JSON'],
    ['of another severity', '[{"severity":"x","text":"y"}]', 'content.0.severity must be one of'],
  ])('is refused by its line where findings are %s, and leaves nothing', async (_, text, fault) => {
    const digest = createHash('sha256').update(text).digest('hex');
    const body = Buffer.from(text).toString('base64');
    const recorded = withData('findings', { digest, bytes: text.length });
    const file = changed((fields) =>
      'artifact' in fields && fields.body === 'W10=' ? { ...fields, body } : recorded(fields),
    );
    const line = file.findIndex((each) => each.includes(`"body":"${body}"`)) + 1;
    const { status, problem } = await importLines(service, 'broken', file, 2);
    expect([status, problem.code]).toEqual([422, 'bad_import']);
    expect(problem.detail).toMatch(new RegExp(`^Line ${line}: the document of G\\d+ is not the application/json `));
    expect(problem.detail).toContain(fault);
    expect(await leftovers()).toEqual(NOTHING_LEFT);
  });

  it('keeps the names of dropped roles from everybody else', async () => {
    const desk = new GoalDesk(service.withToken(OPERATOR_TOKEN), 'dropped');
    const fresh = [{ name: 'orchestrator' }, { name: 'zed', count: 2 }];
    const dropped = await StaffedGoal.open(service, 'dropped', fresh);
    const body = { to: 'zed#2', body: 'for the role alone' };
    dataOf(await desk.client.POST('/board/{board}/messages', { params: { path: { board: 'dropped' } }, body }));
    dataOf(await dropped.desk.declare([{ name: 'orchestrator' }]));
    const file = await exportLines(service, 'dropped');
    expect((await importLines(service, 'kept', file, 2)).data).toMatchObject({ done: true });
    expect((await exportLines(service, 'kept')).slice(1, -1)).toEqual(file.slice(1, -1));
    const params = { path: { board: 'kept', agent: 'zed' } };
    expect((await desk.client.PUT('/board/{board}/members/{agent}', { params })).error?.code).toBe('already_exists');
    dataOf(await new GoalDesk(desk.client, 'kept').declare(fresh));
  });

  it('that was given up on the way leaves nothing, though versions are append-only', async () => {
    const { data } = await beginImport(service, 'given-up');
    await sendLines(service, data.import, { lines: lines.slice(0, -1) });
    expect((await leftovers()).artifact_body).toBe(4);
    await service.as('harness').DELETE('/imports/{import}', { params: { path: { import: data.import } } });
    await until(async () => isDeepStrictEqual(await leftovers(), NOTHING_LEFT));
  });

  it('of a closed and emptied goal has its versions without texts', async () => {
    await goal.close();
    await goal.empty();
    const emptied = await exportLines(service, 'moved');
    expect(emptied.some((line) => line.startsWith('{"artifact"'))).toBe(false);
    expect((await importLines(service, 'emptied', emptied)).data).toMatchObject({ done: true });
    const copy = new ArtifactsClient(service.withToken(OPERATOR_TOKEN), 'emptied');
    expect((await copy.read('spec')).data.artifact).toMatchObject({ version: 2, content: null });
  });
});

const NOTHING_LEFT = {
  ...NOTHING_HIDDEN,
  ...{ artifact_version: 0, artifact_body: 0, artifact_read: 0, board_goal: 0, board_role: 0 },
};

async function leftovers(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = { ...(await hiddenRows(service)) };
  for (const table of ['artifact_version', 'artifact_body', 'artifact_read', 'board_goal', 'board_role']) {
    const sql = `SELECT COUNT(*) AS count FROM ${table} WHERE board_id NOT IN (SELECT id FROM board WHERE workspace_id > 0)`;
    const rows = await service.database.read((manager) => manager.query<{ count: number }[]>(sql));
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}
