import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventStream } from '../../support/event-stream.js';
import { GoalDesk } from '../../support/goal.js';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { rawRequest } from '../../support/raw-request.js';
import type { TestService } from '../../support/service.js';
import { dataOf, type NewToken, OPERATOR_TOKEN, startTeam, type Team } from '../../support/team.js';
import { until } from '../../support/until.js';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly unknown[];
}

interface Route {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
/** Every route that asks who is calling. */
const ROUTES: readonly Route[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security === undefined)
    .map(([method, { operationId }]) => ({ id: operationId, method: method.toUpperCase(), path })),
);
/** Open to roles that don't see the board, and to anybody on this machine. */
const OPEN = [
  ...['whoami', 'roleBrief', 'inbox', 'wait', 'acknowledgeInbox', 'events', 'healthStore', 'metrics'],
  // What each role may do by these is told in artifacts/fence.spec.ts.
  ...['artifactIndex', 'readArtifact', 'readAllArtifacts', 'writeArtifact'],
];
const OPEN_TOOLS = [
  ...['whoami', 'guide', 'inbox', 'wait'],
  ...['artifact_index', 'artifact_read', 'artifact_read_all', 'artifact_write'],
];
/** What is below its board and still for operators and owners alone. */
const ADMINISTERING = [
  ...['addMember', 'removeMember', 'declareGoal', 'closeGoal', 'redact', 'breakLease', 'exportBoard'],
  'emptyGoal',
];

/** Where an empty body is refused before it is asked whose it is. */
const BODIES: Readonly<Record<string, object>> = {
  declareGoal: { goal: 'mine', roles: [{ name: 'orchestrator' }] },
  redact: { reason: 'because' },
  breakLease: { reason: 'because' },
};

describe('the fence', () => {
  let service: TestService;
  let team: Team;
  let desk: GoalDesk;
  let alice: NewToken;
  let review2: NewToken;
  let orchestrator: NewToken;
  let elsewhere: NewToken;
  let mcp: McpTestClient;

  beforeAll(async () => {
    const started = await startTeam();
    [service, team] = [started, started.team];
    await team.board('garden', 'olga', ['alice', 'bob']);
    await team.board('kitchen', 'otto', ['alice']);
    alice = await team.token({ agent: 'alice' });
    desk = new GoalDesk(team.operator, 'garden');
    dataOf(await desk.declare());
    [orchestrator, review2] = [await desk.mint('orchestrator'), await desk.mint('review', 2)];
    await desk.mint('review');
    const other = new GoalDesk(team.operator, 'kitchen');
    dataOf(await other.declare());
    elsewhere = await other.mint('review', 2);
    mcp = await connectMcp(service, null, { headers: { authorization: `Bearer ${review2.token}` } });
    await write();
  });
  afterAll(async () => {
    await mcp.close();
    await service.close();
  });

  /** Something of every kind that the board may hold; only the last message is for review#2. */
  async function write(): Promise<void> {
    const client = service.withToken(alice.token);
    const params = { path: { board: 'garden' } };
    const notes = [{ type: 'FACT', content: 'leek of the garden', detail: 'leek detail' }];
    dataOf(await client.POST('/board/{board}/write', { params, body: { notes } }));
    const leases = { resources: ['src/leek.ts'], intent: 'leek' };
    dataOf(await client.POST('/board/{board}/leases', { params, body: leases }));
    const key = { path: { board: 'garden', key: 'leek' } };
    dataOf(await client.PUT('/board/{board}/facts/{key}', { params: key, body: { value: 'leek' } }));
    dataOf(await client.POST('/board/{board}/proposals', { params, body: { text: 'leek for all' } }));
    for (const to of ['all', 'bob', 'review', 'orchestrator'])
      dataOf(await client.POST('/board/{board}/messages', { params, body: { to, body: `leek to ${to}` } }));
    dataOf(await client.POST('/board/{board}/messages', { params, body: { to: 'review#2', body: 'chive to you' } }));
  }

  const ask = (token: string, { id, method, path }: Route, query = '') => {
    const filled = path
      .replace('{board}', 'garden')
      .replace('{name}', 'review')
      .replace('{agent}', path.includes('members') ? 'bob' : 'orchestrator')
      .replace('{label}', 'G4')
      .replace('{emoji}', encodeURIComponent('👍'))
      .replace(/\{[a-z]+\}/, '1');
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: BODIES[id] ?? {} };
    return rawRequest(service.url, {
      method,
      path: filled + query,
      headers: { authorization: `Bearer ${token}` },
      ...body,
    });
  };

  describe('over REST', () => {
    it.each(ROUTES.filter(({ id }) => !OPEN.includes(id)))('refuses review#2 $id', async (route) => {
      const { status, text } = await ask(review2.token, route);
      const { code, detail } = JSON.parse(text) as { code: string; detail: string };
      expect({ status, code }).toEqual({ status: 403, code: 'forbidden' });
      expect(detail).not.toMatch(/leek|olga|alice|bob|orchestrator/);
    });

    it('says what a role may do', async () => {
      const { text } = await ask(review2.token, { id: 'read', method: 'GET', path: '/board/{board}/read' });
      expect(text).toContain('reads spec, diff; writes findings');
      expect(text).toContain('whoami, guide, inbox, wait, events and artifacts');
    });

    it('opens the board to a role that sees it, and nothing that administers', async () => {
      const reads = ['read', 'grep', 'unfold', 'listFacts', 'listLeases', 'plan', 'listFiles', 'getBoard', 'getGoal'];
      const queries: Readonly<Record<string, string>> = {
        grep: '?q=leek',
        unfold: '?labels=G1',
        snapshot: '?advance=false',
      };
      for (const route of ROUTES.filter(({ id }) => [...reads, 'listBoards', 'snapshot', 'pending'].includes(id)))
        expect([route.id, (await ask(orchestrator.token, route, queries[route.id])).status]).toEqual([route.id, 200]);
      const refused = ROUTES.filter(({ id, path }) => ADMINISTERING.includes(id) || isOfNoBoard(path));
      for (const route of refused.filter(({ id }) => !['createRoleToken', 'revokeRoleToken'].includes(id))) {
        const { status } = await ask(orchestrator.token, route);
        expect([route.id, status]).toEqual([route.id, 403]);
      }
    });

    it('knows a role on its own board alone', async () => {
      const path = (board: string) => ({ id: 'inbox', method: 'GET', path: `/board/${board}/inbox` });
      expect((await ask(review2.token, path('kitchen'))).status).toBe(404);
      expect((await ask(elsewhere.token, path('garden'))).status).toBe(404);
      expect((await ask(elsewhere.token, path('kitchen'))).status).toBe(200);
    });

    it('tells review#2 who it is, of no peer, and no brief but its own', async () => {
      const whoami = dataOf(await service.withToken(review2.token).GET('/whoami'));
      expect(whoami).toMatchObject({ agent: 'review#2', kind: 'role', board: 'garden', boards: [{ board: 'garden' }] });
      const own = new GoalDesk(service.withToken(review2.token), 'garden');
      const brief = dataOf(await own.brief('review'));
      expect(brief).toMatchObject({ contributor: 'review#2', reads: ['spec', 'diff'], writes: ['findings'] });
      expect(brief.text).toContain('| Retries with a cap');
      expect(brief.text).not.toMatch(/implement|orchestrator|alice/);
      expect((await own.brief('implement')).error?.code).toBe('forbidden');
      expect((await own.brief('review', 1)).error?.code).toBe('forbidden');
    });

    it('shows review#2 the messages to it and nothing else: inbox, wait, events', async () => {
      const client = service.withToken(review2.token);
      const params = { path: { board: 'garden' }, query: { ack: 'false' as const } };
      const inbox = dataOf(await client.GET('/board/{board}/inbox', { params }));
      expect(inbox.items.map(({ body }) => body)).toEqual(['chive to you']);
      expect(dataOf(await client.GET('/board/{board}/wait', { params })).items).toEqual(inbox.items);
      const stream = await EventStream.open(service, 'garden', { token: review2.token, after: '0' });
      const marker = { to: 'review#2', body: 'chive again' };
      await service.withToken(alice.token).POST('/board/{board}/messages', {
        params: { path: { board: 'garden' } },
        body: marker,
      });
      expect((await stream.first(2)).map(({ content }) => content)).toEqual(['chive to you', 'chive again']);
      expect(stream.raw).not.toContain('leek');
      stream.close();
    });

    it('is asked of each part that a stream sends', async () => {
      const wide = [{ name: 'orchestrator' }, { name: 'review', count: 2, board: true }, { name: 'implement' }];
      dataOf(await desk.declare(wide));
      const stream = await (await EventStream.open(service, 'garden', { token: review2.token })).begun();
      dataOf(await desk.declare());
      const client = service.withToken(alice.token);
      const params = { path: { board: 'garden' } };
      const notes = [{ type: 'FACT', content: 'leek behind the fence' }];
      dataOf(await client.POST('/board/{board}/write', { params, body: { notes } }));
      await client.POST('/board/{board}/messages', { params, body: { to: 'review#2', body: 'chive at last' } });
      await until(() => stream.raw.includes('chive at last'));
      expect(stream.raw).not.toContain('leek');
      stream.close();
    });
  });

  describe('over MCP', () => {
    it('shows review#2 only tools that it may call, whatever toolsets it asks for', async () => {
      const toolsets = 'board,core,coordination,artifacts';
      const headers = { authorization: `Bearer ${review2.token}` };
      const asked = await connectMcp(service, null, { headers, query: { toolsets } });
      for (const client of [mcp, asked]) {
        const { tools } = await client.client.listTools();
        expect(tools.map(({ name }) => name).toSorted()).toEqual(OPEN_TOOLS.toSorted());
      }
      await asked.close();
    });

    it('knows no other tool for it', async () => {
      const whole = await connectMcp(service, null, {
        headers: { authorization: `Bearer ${alice.token}` },
        query: { toolsets: 'board,core,coordination,artifacts' },
      });
      const names = (await whole.client.listTools()).tools.map(({ name }) => name);
      await whole.close();
      expect(names.length).toBeGreaterThan(15);
      for (const name of names.filter((each) => !OPEN_TOOLS.includes(each)))
        await expect(mcp.call(name, { labels: 'G1', q: 'leek' })).rejects.toThrow(/There is no such tool here/);
    });

    it('lets nothing of the board into the answers of the tools that it has', async () => {
      const texts = [
        await mcp.text('whoami'),
        await mcp.text('guide'),
        await mcp.text('inbox'),
        await mcp.text('wait', { timeout_s: 0 }),
        (await mcp.call('inbox', { board: 'kitchen' })).text,
        (await mcp.call('inbox', { nonsense: true })).text,
      ];
      expect(texts.join('\n')).not.toMatch(/leek|alice and|bob|implement/);
      expect(texts[0]).toContain('Your role is review (2): reads spec, diff; writes findings; may not change files.');
      expect(texts[2]).toContain('chive to you');
      expect(texts[4]).toContain('There is no such board for you');
    });

    it('gives an orchestrator the tools of the board, and its view of it', async () => {
      const client = await connectMcp(service, null, { headers: { authorization: `Bearer ${orchestrator.token}` } });
      expect(await client.text('board_read')).toContain('leek of the garden');
      expect(await client.text('inbox')).toContain('leek to orchestrator');
      await client.close();
    });
  });

  it('shows members no less than before, and goals only to them', async () => {
    const client = service.withToken(alice.token);
    const params = { path: { board: 'garden' }, query: { q: 'Retries', kinds: 'all' as const } };
    expect(dataOf(await client.GET('/board/{board}/grep', { params })).matches[0]).toMatchObject({ type: 'declared' });
    expect(dataOf(await new GoalDesk(client, 'garden').describe()).roles).toHaveLength(3);
    expect((await new GoalDesk(client, 'garden').declare()).error?.code).toBe('forbidden');
    expect((await new GoalDesk(client, 'garden').tryMint('review')).error?.code).toBe('forbidden');
    expect((await new GoalDesk(client, 'garden').close()).error?.code).toBe('forbidden');
    expect(dataOf(await service.withToken(OPERATOR_TOKEN).GET('/board')).items).toHaveLength(2);
  });
});

const isOfNoBoard = (path: string): boolean => /^\/(tokens|invites|workspaces|imports)/.test(path);
