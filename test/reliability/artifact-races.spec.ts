import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { isOnMysql } from '../support/database-kind.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { ArtifactsClient, StaffedGoal } from '../support/staffed-goal.js';
import { OPERATOR_TOKEN, TOKEN_MODE } from '../support/team.js';

jest.setTimeout(360_000);

const WRITERS = 64;
const BOARD = 'race';

let store: TestDatabase;
/** Two where the store takes two. */
let processes: ServiceProcess[] = [];
let goal: StaffedGoal;
const at = (place: number): string => processes[place % processes.length]?.url ?? '';
const as = (contributor: string, place: number): ArtifactsClient =>
  new ArtifactsClient(createClient(at(place), { token: goal.token(contributor) }), BOARD);
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe(`documents through ${isOnMysql ? 'two processes' : 'one process'}`, () => {
  beforeAll(async () => {
    store = await createTestDatabase();
    const env = { ...store.env, ...TOKEN_MODE };
    processes = [await startProcess(env)];
    if (isOnMysql) processes.push(await startProcess(env));
    const service = { url: at(0), withToken: (token: string) => createClient(at(0), { token }) };
    goal = await StaffedGoal.open(service, BOARD);
  });
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGKILL')));
    await store.drop();
  });

  it(`that ${WRITERS} write at once get versions 1 to ${WRITERS}, each with the text that was written`, async () => {
    const written = await Promise.all(
      upTo(WRITERS).map(async (place) => {
        const content = `text ${place}`;
        const { data } = await as('orchestrator', place).write('spec', content);
        return { version: data.version, content };
      }),
    );
    const ordered = written.toSorted((one, other) => one.version - other.version);
    expect(ordered.map(({ version }) => version)).toEqual(upTo(WRITERS));
    for (const { version, content } of ordered)
      expect((await as('search', version).read('spec', { version })).data.artifact?.content).toBe(content);
  });

  it('let one of many go on who saw the same version', async () => {
    const writers = upTo(16).map((place) => as(place % 2 === 0 ? 'orchestrator' : 'architecture', place));
    for (const seen of [0, 1, 2]) {
      const statuses = await Promise.all(
        writers.map(async (writer) => (await writer.write('task-list', 'x', { if_version: seen })).status),
      );
      expect(statuses.toSorted()).toEqual([201, ...Array<number>(15).fill(409)]);
    }
    expect((await as('orchestrator', 0).read('task-list')).data.artifact?.version).toBe(3);
  });

  it('are written by nobody once the goal is closed, and by all before', async () => {
    const reviewers = ['review', 'review#2', 'review#3'];
    const writes = upTo(30).map((place) => as(reviewers[place % 3] ?? '', place).write('findings', `text ${place}`));
    const closing = createClient(at(1), { token: OPERATOR_TOKEN }).POST('/board/{board}/close', {
      params: { path: { board: BOARD } },
    });
    const [statuses] = await Promise.all([Promise.all(writes.map(async (write) => (await write).status)), closing]);
    const operator = new ArtifactsClient(createClient(at(0), { token: OPERATOR_TOKEN }), BOARD);
    const { items } = (await operator.index()).data;
    const versions = items.filter(({ kind }) => kind === 'findings').map(({ version }) => version);
    expect(versions.reduce((sum, version) => sum + version, 0)).toBe(
      statuses.filter((status) => status === 201).length,
    );
    expect(statuses.every((status) => [201, 401, 409].includes(status))).toBe(true);
    expect((await as('review', 0).write('findings', 'x')).status).toBe(401);
  });
});
