import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '../../client/index.js';
import { isOnMysql } from '../support/database-kind.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { EventStream } from '../support/event-stream.js';
import { type ServiceProcess, startProcess } from '../support/process.js';
import { rawRequest } from '../support/raw-request.js';
import { dataOf, type NewToken, Team, TOKEN_MODE } from '../support/team.js';
import { until } from '../support/until.js';

const ROUNDS = 5;

/** A file takes one process only: there, one is asked as both. */
describe('identity in two processes on one database', () => {
  let store: TestDatabase;
  let processes: readonly ServiceProcess[];
  let one: Team;
  let other: Team;
  let olga: NewToken;
  let bystander: NewToken;
  beforeAll(async () => {
    store = await createTestDatabase();
    const start = (): Promise<ServiceProcess> => startProcess({ ...store.env, ...TOKEN_MODE });
    const first = await start();
    processes = [first, isOnMysql ? await start() : first];
    [one, other] = processes.map(({ url }) => new Team({ withToken: (token) => createClient(url, { token }) })) as [
      Team,
      Team,
    ];
    olga = await one.board('garden', 'olga', ['alice', 'otto']);
    bystander = await one.token({ agent: 'alice' });
  });
  afterAll(async () => {
    await Promise.all([...new Set(processes)].map((each) => each.end('SIGKILL')));
    await store.drop();
  });

  const works = async (team: Team, token: string): Promise<boolean> =>
    (await team.service.withToken(token).GET('/whoami')).response.status === 200;

  it('a revocation, a rotation and a removal through one are seen by the next request to the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [revoked, rotated] = [await one.token({ agent: 'otto' }), await one.token({ agent: 'otto' })];
      expect([await works(other, revoked.token), await works(other, rotated.token)]).toEqual([true, true]);
      await one.revoke(revoked.id);
      const heir = dataOf(await one.rotate(rotated.id));
      expect([await works(other, revoked.token), await works(other, rotated.token)]).toEqual([false, false]);
      expect([await works(other, heir.token), await works(other, bystander.token)]).toEqual([true, true]);
      await one.remove('garden', 'otto');
      expect([await other.statusOn('garden', heir.token), await other.statusOn('garden', bystander.token)]).toEqual([
        404, 200,
      ]);
      await one.add('garden', 'otto');
      expect(await other.statusOn('garden', heir.token)).toBe(200);
    }
  });

  it('a rotation through both at once leaves one heir, and who uses the token meets a yes or a no', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const old = await one.token({ agent: 'alice', boards: ['garden'] });
      const uses = Promise.all(
        [one, other, one, other, one, other].map(async (team) => team.statusOn('garden', old.token)),
      );
      const tries = await Promise.all([one, other, one, other].map((team) => team.rotate(old.id)));
      expect(tries.map(({ response }) => response.status).sort()).toEqual([201, 409, 409, 409]);
      expect((await uses).filter((status) => status !== 200 && status !== 401)).toEqual([]);
      expect([await works(one, old.token), await works(other, old.token)]).toEqual([false, false]);
    }
  });

  it('owners who invite one name through both at once make one invite, which lets one in', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const body = { board: 'garden', agent: `dora-${round}` };
      const tries = await Promise.all(
        [one, other, one, other].map((team) => team.service.withToken(olga.token).POST('/invites', { body })),
      );
      expect(tries.map(({ response }) => response.status).sort()).toEqual([201, 409, 409, 409]);
      const url = tries.map(({ data }) => data?.url).find((each) => each !== undefined) ?? '';
      const code = new URL(url).hash.slice(1);
      const joins = await Promise.all(
        [0, 1, 0, 1].map((place) =>
          rawRequest(processes[place]?.url ?? '', { method: 'POST', path: '/join', body: { code } }),
        ),
      );
      expect(joins.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    }
  });

  it('who waits or follows at one is told of a revocation through the other', async () => {
    const { id, token } = await one.token({ agent: 'otto' });
    const stream = await (await EventStream.open({ url: processes[1]?.url ?? '' }, 'garden', { token })).begun();
    const params = { path: { agent: 'otto' }, query: { wait: 25 } };
    const onBoard = { path: { board: 'garden' }, query: { timeout_s: 20 } };
    const waits = [
      other.service.withToken(token).GET('/pending/{agent}', { params }),
      other.service.withToken(token).GET('/board/{board}/wait', { params: onBoard }),
    ];
    await until(async () =>
      (await rawRequest(processes[1]?.url ?? '', { path: '/metrics' })).text.includes('gistboard_waiters 3\n'),
    );
    await one.revoke(id);
    expect((await Promise.all(waits)).map(({ response }) => response.status)).toEqual([401, 401]);
    await until(() => stream.isOver);
  });
});
