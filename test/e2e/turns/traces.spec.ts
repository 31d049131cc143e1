import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';

const path = { board: 'main' };

describe('reads that leave a trace', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    await service.as('bob').GET('/whoami');
    await service.as('alice').POST('/board/{board}/write', { params: { path }, body: { text: 'FACT unread' } });
  });
  afterAll(() => service.close());

  const get = (route: string, agent: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${service.url}${route}`, { ...init, headers: { 'X-Agent': agent, ...init.headers } });

  it.each(['/snapshot', '/snapshot?boards=main', '/Snapshot', '/pending/bob'])(
    'HEAD %s shows nothing',
    async (route) => {
      const { status, headers } = await get(route, 'bob', { method: 'HEAD' });
      expect([status, headers.get('allow')]).toEqual([405, 'GET']);
      const { data } = await service.as('bob').GET('/snapshot', { params: { query: { advance: 'false' } } });
      expect(data?.boards[0]?.gists?.map(({ label }) => label)).toEqual(['G1']);
    },
  );

  it('are never kept by a cache', async () => {
    for (const route of ['/snapshot?advance=false', '/pending/bob', '/whoami', '/board/main/read_all']) {
      expect((await get(route, 'bob')).headers.get('cache-control')).toBe('no-store');
    }
  });

  it("are no way to put a session beside another agent's", async () => {
    const headers = { 'X-Instance': 'evil' };
    expect((await get('/pending/bob', 'mallory', { headers })).status).toBe(403);
    expect((await get('/snapshot?for=bob', 'mallory', { headers })).status).toBe(403);
    const whoami = await get('/whoami', 'bob', { headers: { 'X-Instance': 'mine' } });
    expect(await whoami.json()).toMatchObject({ other_sessions: 0 });
  });

  it('remember the 20 sessions of an agent that were seen last', async () => {
    for (let count = 1; count <= 25; count += 1) {
      await get('/whoami', 'carol', { headers: { 'X-Instance': `session-${count}` } });
    }
    const { other_sessions: others } = (await (
      await get('/whoami', 'carol', { headers: { 'X-Instance': 'last' } })
    ).json()) as { other_sessions: number };
    expect(others).toBeLessThanOrEqual(20);
    const rows = await service.database.read((manager) =>
      manager.query<unknown[]>("SELECT instance FROM agent_instance WHERE agent_key = 'carol'"),
    );
    expect(rows.length).toBeLessThanOrEqual(26);
  });

  it.each(['all', 'system'])('are not for the reserved name %s', async (name) => {
    const { status } = await get(`/snapshot?for=${name}`, 'harness');
    expect(status).toBe(422);
  });
});
