import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { expectProblem, type RawAnswer, rawRequest } from '../../support/raw-request.js';
import type { TestService } from '../../support/service.js';
import { dataOf, OPERATOR_TOKEN, startTeam, Team } from '../../support/team.js';

interface Route {
  readonly method: string;
  readonly path: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Calls that a tool would grant on a board of the caller; absent: it needs no argument. */
const ARGS: Readonly<Record<string, object>> = {
  board_write: { notes: [{ type: 'FACT', content: 'x' }] },
  board_grep: { q: 'x' },
  board_unfold: { labels: 'G1' },
  board_release: { label: 'G1', outcome: 'done' },
  post: { to: 'alice', body: 'x' },
};

describe('a workspace', () => {
  let service: TestService;
  let team: Team;
  let foreign: string;
  let member: string;
  let routes: readonly Route[];
  beforeAll(async () => {
    const started = await startTeam();
    [service, team] = [started, started.team];
    await team.board('secret', 'olga', ['alice']);
    await team.token({ agent: 'alice' });
    await team.operator.POST('/board/{board}/write', {
      params: { path: { board: 'secret' } },
      body: { notes: [{ type: 'FACT', content: 'of the default workspace' }] },
    });
    foreign = dataOf(await team.operator.POST('/workspaces', { body: { workspace: 'acme' } })).operator_token.token;
    dataOf(await team.operator.POST('/workspaces', { body: { workspace: 'third' } }));
    const acme = service.withToken(foreign);
    dataOf(await acme.POST('/board', { body: { board: 'own', members: ['Alice', '*'] } }));
    member = dataOf(await acme.POST('/tokens', { body: { agent: 'ALICE' } })).token;
    const { paths } = JSON.parse((await rawRequest(service.url, { path: '/openapi.json' })).text) as {
      paths: Readonly<Record<string, object>>;
    };
    routes = Object.entries(paths)
      .filter(([path]) => path.includes('{board}'))
      .flatMap(([path, item]) => METHODS.filter((method) => method in item).map((method) => ({ method, path })));
  });
  afterAll(() => service.close());

  const ask = (token: string, route: Route, board: string): Promise<RawAnswer> => {
    const path = route.path.replace('{board}', board).replaceAll(/\{\w+\}/g, 'G1');
    const body = route.method === 'get' ? {} : { body: {} };
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'the-same-id' };
    return rawRequest(service.url, { method: route.method.toUpperCase(), path, headers, ...body });
  };

  it('is made by operators of the default one, and its operator gets a token, this once', async () => {
    const create = (by: string, workspace: string) =>
      service.withToken(by).POST('/workspaces', { body: { workspace } });
    const made = dataOf(await create(OPERATOR_TOKEN, 'fresh'));
    expect(made).toMatchObject({
      workspace: 'fresh',
      operator_token: { agent: 'harness', kind: 'operator', boards: null },
    });
    const who = dataOf(await service.withToken(made.operator_token.token).GET('/whoami'));
    expect(who).toMatchObject({ agent: 'harness', kind: 'operator', workspace: 'fresh', board: null, boards: [] });
    expect((await create(OPERATOR_TOKEN, 'fresh')).error?.code).toBe('already_exists');
    for (const by of [foreign, member]) expect((await create(by, 'more')).error?.code).toBe('forbidden');
  });

  it("answers for another one's board on every route as for one that is not there, byte for byte", async () => {
    expect(routes.length).toBeGreaterThan(20);
    for (const token of [foreign, member]) {
      for (const route of routes) {
        const [there, absent] = [await ask(token, route, 'secret'), await ask(token, route, 'absent')];
        expectProblem(there, 404, 'not_found');
        expect(there.text).toBe(absent.text.replace('/absent', '/secret'));
        const { date: _, ...headers } = there.headers;
        expect(Object.keys(absent.headers).sort()).toEqual([...Object.keys(headers), 'date'].sort());
      }
    }
  });

  it("answers for another one's board by every tool as for one that is not there", async () => {
    const connections: McpTestClient[] = [];
    for (const token of [foreign, member]) {
      const client = await connectMcp(service, null, { headers: { authorization: `Bearer ${token}` } });
      connections.push(client);
      const { tools } = await client.client.listTools();
      for (const { name, inputSchema } of tools) {
        if (!('board' in (inputSchema.properties ?? {}))) continue;
        const [there, absent] = [
          await client.call(name, { ...ARGS[name], board: 'secret' }),
          await client.call(name, { ...ARGS[name], board: 'absent' }),
        ];
        expect([name, there.isError]).toEqual([name, true]);
        expect(there.text).toBe(absent.text.replaceAll('absent', 'secret'));
        if (name in ARGS) expect(there.text).toContain('There is no such board for you');
      }
    }
    await Promise.all(connections.map((each) => each.close()));
  });

  it('shows none of the boards, tokens and invites of another, and changes none', async () => {
    const acme = service.withToken(foreign);
    expect(dataOf(await acme.GET('/board')).items.map(({ board }) => board)).toEqual(['own']);
    const own = dataOf(await acme.GET('/tokens')).items.map(({ id }) => id);
    const theirs = dataOf(await team.operator.GET('/tokens')).items.map(({ id }) => id);
    expect(own.filter((id) => theirs.includes(id))).toEqual([]);
    for (const id of theirs) {
      const params = { path: { id: String(id) } };
      expect((await acme.DELETE('/tokens/{id}', { params })).error?.code).toBe('not_found');
      expect((await acme.POST('/tokens/{id}/rotate', { params, body: {} })).error?.code).toBe('not_found');
    }
    expect(dataOf(await team.operator.GET('/tokens')).items.filter(({ revoked_at }) => revoked_at !== null)).toEqual(
      [],
    );
    expect((await acme.POST('/invites', { body: { board: 'secret', agent: 'x' } })).error?.code).toBe('not_found');
    expect((await acme.GET('/invites', { params: { query: { board: 'secret' } } })).error?.code).toBe('not_found');
    const boards = 'secret';
    expect((await acme.GET('/snapshot', { params: { query: { boards } } })).error?.code).toBe('not_found');
  });

  it('has its own agents: one name is spelt, known and spoken to in each by itself', async () => {
    expect(dataOf(await service.withToken(member).GET('/whoami'))).toMatchObject({ agent: 'Alice', workspace: 'acme' });
    const said = { params: { path: { board: 'own' } }, body: { to: 'olga', body: 'are you here?' } };
    expect((await service.withToken(member).POST('/board/{board}/messages', said)).error?.code).toBe('unknown_agent');
  });

  it('has its own boards of a name, keys of requests and journals', async () => {
    const acme = service.withToken(foreign);
    dataOf(await acme.POST('/board', { body: { board: 'secret', members: ['Alice'] } }));
    const write = (token: string, content: string) =>
      rawRequest(service.url, {
        method: 'POST',
        path: '/board/secret/write',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'the-same-key' },
        body: { notes: [{ type: 'FACT', content }] },
      });
    expect([(await write(OPERATOR_TOKEN, 'ours')).status, (await write(foreign, 'theirs')).status]).toEqual([201, 201]);
    const read = async (token: string) =>
      (await rawRequest(service.url, { path: '/board/secret/read', headers: { authorization: `Bearer ${token}` } }))
        .text;
    const [ours, theirs] = [await read(OPERATOR_TOKEN), await read(foreign)];
    expect([ours.includes('ours'), ours.includes('theirs'), ours.includes('of the default')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([theirs.includes('ours'), theirs.includes('theirs'), theirs.includes('of the default')]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
