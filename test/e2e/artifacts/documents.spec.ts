import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_ARTIFACT_BYTES } from '../../../src/artifacts/domain/content.js';
import { type ArtifactsClient, StaffedGoal } from '../../support/staffed-goal.js';
import type { TestService } from '../../support/service.js';
import { startTeam } from '../../support/team.js';

let service: TestService;
let goals = 0;
let goal: StaffedGoal;
let lead: ArtifactsClient;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service.close());
beforeEach(async () => {
  goals += 1;
  // A goal with the same documents beside it, which nothing here may touch.
  const other = await StaffedGoal.open(service, `other-${goals}`, [{ name: 'orchestrator' }]);
  await other.as('orchestrator').write('spec', 'elsewhere');
  goal = await StaffedGoal.open(service, `goal-${goals}`);
  lead = goal.as('orchestrator');
});

const AT = '2026-11-30T12:00:00.000Z';
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const contentOf = async (client: ArtifactsClient, kind: string, query = {}): Promise<unknown> =>
  (await client.read(kind, query)).data.artifact?.content;

describe('a document', () => {
  it('is written version by version, and each of them stays as it was', async () => {
    const text = '# Retries\r\n\u0000\uFEFF😀 "end"\n';
    const { status, data } = await lead.write('spec', text);
    const head = Number(data.label.slice(1));
    expect([status, data]).toEqual([
      201,
      {
        ...{ board: goal.board, head, label: `G${head}`, kind: 'spec', slot: null, version: 1 },
        ...{ bytes: Buffer.byteLength(text), digest: digestOf(text), inputs: [] },
      },
    ]);
    expect((await lead.write('spec', 'two')).data.version).toBe(2);
    const line = { kind: 'spec', slot: null, media_type: 'text/plain', role: 'orchestrator', author: 'orchestrator' };
    expect((await goal.as('review').read('spec')).data).toEqual({
      ...{ board: goal.board, head: head + 1, kind: 'spec', state: 'written' },
      artifact: {
        ...{ ...line, version: 2, newest: 2, bytes: 3, at: AT, stale: false, label: `G${head + 1}`, inputs: [] },
        ...{ digest: digestOf('two'), content: 'two' },
      },
    });
    expect(await contentOf(lead, 'spec', { version: 1 })).toBe(text);
    expect((await lead.read('spec', { version: 3 })).problem.code).toBe('not_found');
  });

  it('that is not there yet is no error', async () => {
    const answer = (await goal.as('search').read('spec')).data;
    expect([answer.state, answer.artifact, answer.slots]).toEqual(['not_yet', undefined, undefined]);
    expect((await lead.all('findings')).data).toMatchObject({ kind: 'findings', items: [], left_out: [] });
  });

  it('is read from a byte on', async () => {
    await lead.write('spec', 'aé😀z');
    expect(await contentOf(lead, 'spec', { offset: 3 })).toBe('😀z');
    expect((await lead.read('spec', { offset: 4 })).problem.errors?.[0]?.path).toBe('offset');
    expect((await lead.read('spec', { offset: 9 })).status).toBe(400);
  });

  it('has at most 256 KiB in UTF-8, and what is over that is refused, never cut', async () => {
    const most = 'é'.repeat(MAX_ARTIFACT_BYTES / 2);
    expect((await lead.write('spec', most)).data.bytes).toBe(MAX_ARTIFACT_BYTES);
    const { status, problem } = await lead.write('spec', `${most}x`);
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([413, 'too_large', 'content']);
    expect(await contentOf(lead, 'spec')).toBe(most);
    expect((await lead.read('spec')).data.artifact?.version).toBe(1);
  });

  it.each(['{}', '{"content":1}', '{"content":null}', '{"content":["x"]}', '{"content":""}', '{"content":"\\ud800"}'])(
    'is none of %s',
    async (body) => {
      const init = { method: 'POST', body, headers: { ...jsonBy(goal.token('orchestrator')) } };
      const response = await fetch(`${service.url}/board/${goal.board}/artifacts/spec`, init);
      expect([response.status, (await lead.index()).data.items]).toEqual([400, []]);
    },
  );

  it.each(['slot', 'author', 'role', 'board', 'version'])('takes no %s from its writer', async (name) => {
    const body = JSON.stringify({ content: 'x', [name]: 'review#2' });
    const init = { method: 'POST', body, headers: { ...jsonBy(goal.token('review')) } };
    const response = await fetch(`${service.url}/board/${goal.board}/artifacts/findings`, init);
    expect([response.status, await goal.operator.titles()]).toEqual([400, []]);
  });
});

const jsonBy = (token: string) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });

describe('kinds', () => {
  it.each(['Spec', 'diffs', 'findings ', 'extra/UPPER', 'extra/a/b', 'extra/', 'constructor'])(
    'are exact: %j is none, for those too who may do nothing',
    async (kind) => {
      for (const client of [lead, goal.as('review'), goal.operator]) {
        const { status, problem } = await client.read(kind);
        expect([status, problem.code]).toEqual([422, 'invalid_kind']);
        expect(problem.detail).toContain('spec, research, adr, task-list, diff, findings, or extra/<key>');
        expect((await client.all(kind)).problem.code).toBe('invalid_kind');
        expect((await client.write(kind, 'x')).problem.code).toBe('invalid_kind');
      }
      expect(await goal.operator.titles()).toEqual([]);
    },
  );

  it('of a goal are those that its roles name', async () => {
    const roles = [{ name: 'orchestrator' }, { name: 'security', reads: ['extra/threats'], writes: ['extra/threats'] }];
    const own = await StaffedGoal.open(service, `extra-${goals}`, roles);
    await own.as('security').write('extra/threats', 'one');
    expect(await contentOf(own.as('security'), 'extra/threats')).toBe('one');
    expect((await own.as('security').read('spec')).problem.code).toBe('forbidden');
    expect(await own.as('orchestrator').titles()).toEqual(['extra/threats v1']);
  });
});

describe('findings as JSON', () => {
  const json = { media_type: 'application/json' as const };

  it('are held to their schema, with the place of each fault', async () => {
    const review = goal.as('review');
    const good = JSON.stringify([{ severity: 'blocking', file: 'a.ts', line: 1, text: 'x' }]);
    expect((await review.write('findings', good, json)).status).toBe(201);
    const { status, problem } = await review.write('findings', '[{"severity":"bad","text":"x"}]', json);
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'bad_content', 'content.0.severity']);
    expect((await review.write('findings', '[', json)).problem.code).toBe('bad_content');
    expect((await lead.read('findings', { slot: 'review' })).data.artifact).toMatchObject({
      ...{ version: 1, media_type: 'application/json', content: good },
    });
  });
});

describe('compare and set', () => {
  it('is refused with the newest version where that has moved', async () => {
    await lead.write('spec', 'one', { if_version: 0 });
    const { status, problem } = await lead.write('spec', 'two', { if_version: 0 });
    expect([status, problem.code]).toEqual([409, 'version_conflict']);
    expect(problem).toMatchObject({ current: { kind: 'spec', slot: null, version: 1 } });
    expect((await lead.write('spec', 'two', { if_version: 1 })).data.version).toBe(2);
    expect((await goal.as('search').write('research', 'x', { if_version: 3 })).problem).toMatchObject({
      current: { kind: 'research', version: 0 },
    });
  });

  it('is needed for the task list, which is one for all who write it', async () => {
    const { status, problem } = await lead.write('task-list', 'one');
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'if_version']);
    await lead.write('task-list', 'one', { if_version: 0 });
    await goal.as('architecture').write('task-list', 'two', { if_version: 1 });
    expect((await lead.write('task-list', 'three', { if_version: 1 })).problem.code).toBe('version_conflict');
    expect(await goal.as('implement').titles()).toEqual(['task-list v2']);
  });

  it('happens once for an Idempotency-Key', async () => {
    const once = await lead.write('spec', 'one', { key: 'k1', if_version: 0 });
    expect((await lead.write('spec', 'one', { key: 'k1', if_version: 0 })).data).toEqual(once.data);
    expect(await lead.titles()).toEqual(['spec v1']);
  });
});

describe('a kind that several write', () => {
  it('has a document for each of them, and a reader names one or reads all', async () => {
    await goal.as('implement').write('diff', 'by implement');
    await goal.as('reasoning').write('diff', 'by reasoning');
    await goal.as('reasoning').write('diff', 'by reasoning again');
    const { state, slots, artifact } = (await goal.as('review').read('diff')).data;
    expect([state, slots?.map(({ slot, version }) => `${slot} v${version}`), artifact]).toEqual([
      'choose_slot',
      ['implement v1', 'reasoning v2'],
      undefined,
    ]);
    expect(await contentOf(goal.as('review'), 'diff', { slot: 'implement' })).toBe('by implement');
    expect((await goal.as('review').read('diff', { slot: 'nobody' })).data.state).toBe('not_yet');
    expect((await goal.as('review').all('diff')).data.items.map(({ content }) => content)).toEqual([
      'by implement',
      'by reasoning again',
    ]);
    await lead.write('spec', 'x');
    expect((await lead.read('spec', { slot: 'orchestrator' })).problem.errors?.[0]?.path).toBe('slot');
  });

  it('stays what it was when it was first written, whatever roles come', async () => {
    await goal.as('review').write('findings', 'mine');
    const fewer = [{ name: 'orchestrator' }, { name: 'implement' }, { name: 'review', count: 3 }];
    const one = await StaffedGoal.open(service, `frozen-${goals}`, fewer);
    await one.as('implement').write('diff', 'one');
    const more = [...fewer, { name: 'reasoning' }];
    const { response, error } = await one.desk.declare(more);
    expect([response.status, (error as { code?: string } | undefined)?.code]).toEqual([409, 'slots_frozen']);
    await one.as('implement').write('diff', 'two');
    expect(await one.operator.titles()).toEqual(['diff v2']);
  });

  it('leaves out of one answer what has no room, and says so', async () => {
    const long = 'x'.repeat(MAX_ARTIFACT_BYTES);
    const roles = [{ name: 'orchestrator' }, { name: 'review', count: 6 }];
    const wide = await StaffedGoal.open(service, `wide-${goals}`, roles);
    const names = ['review', 'review#2', 'review#3', 'review#4', 'review#5', 'review#6'];
    for (const name of names) await wide.as(name).write('findings', name === 'review#2' ? 'short' : long);
    const { items, left_out } = (await wide.as('orchestrator').all('findings')).data;
    expect(items.map(({ slot }) => slot)).toEqual(['review', 'review#2', 'review#3', 'review#4']);
    expect(left_out.map(({ slot }) => slot)).toEqual(['review#5', 'review#6']);
  });
});

describe('what a document was written against', () => {
  it('is what its author had read, and makes it stale once that moved on', async () => {
    await lead.write('spec', 'one');
    await goal.as('search').write('research', 'x');
    const architecture = goal.as('architecture');
    await architecture.read('spec');
    await architecture.read('research');
    const inputs = [
      { kind: 'research', slot: null, version: 1 },
      { kind: 'spec', slot: null, version: 1 },
    ];
    expect((await architecture.write('adr', 'x')).data.inputs).toEqual(inputs);
    expect(await goal.as('implement').titles()).toEqual(['spec v1', 'adr v1']);
    await lead.write('spec', 'two');
    expect(await goal.as('implement').titles()).toEqual(['spec v2', 'adr v1 stale']);
    // Who may not read the research is not told of it by what was made from it.
    expect((await goal.as('implement').read('adr')).data.artifact).toMatchObject({
      ...{ stale: true, inputs: [{ kind: 'spec', slot: null, version: 1 }] },
    });
    await architecture.read('spec');
    await architecture.write('adr', 'y');
    expect(await goal.as('implement').titles()).toEqual(['spec v2', 'adr v2']);
    // An older version, read later, takes nothing back.
    await architecture.read('spec', { version: 1 });
    expect((await architecture.write('adr', 'z')).data.inputs.at(-1)).toEqual({ kind: 'spec', slot: null, version: 2 });
  });

  it('is nobody else’s reading, and outlives a new token', async () => {
    await lead.write('spec', 'one');
    await goal.as('search').read('spec');
    await goal.mint('search');
    expect((await goal.as('search').write('research', 'x')).data.inputs).toHaveLength(1);
    expect((await goal.as('review').write('findings', 'x')).data.inputs).toEqual([]);
  });
});
