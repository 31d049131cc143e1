import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ARTIFACT_KINDS } from '../../../src/boards/roles/domain/artifact-kinds.js';
import { type ArtifactsClient, StaffedGoal } from '../../support/staffed-goal.js';
import type { McpTestClient } from '../../support/mcp-client.js';
import type { TestService } from '../../support/service.js';
import { OPERATOR_TOKEN, startTeam } from '../../support/team.js';

const KINDS = [...ARTIFACT_KINDS, 'extra/notes'];
/** As artifacts.md has them, written down once more: the table of the code is what is tested. */
const SCOPES: Readonly<Record<string, { readonly reads: readonly string[]; readonly writes: readonly string[] }>> = {
  orchestrator: { reads: KINDS, writes: ['spec', 'task-list'] },
  search: { reads: ['spec'], writes: ['research'] },
  architecture: { reads: ['spec', 'research'], writes: ['adr', 'task-list'] },
  reasoning: { reads: ['spec', 'adr', 'task-list'], writes: ['diff'] },
  implement: { reads: ['spec', 'adr', 'task-list'], writes: ['diff'] },
  review: { reads: ['spec', 'diff'], writes: ['findings'] },
  'review#2': { reads: ['spec', 'diff'], writes: ['findings'] },
  other: { reads: [], writes: [] },
};
const ROLES = [
  ...['orchestrator', 'search', 'architecture', 'reasoning', 'implement', 'other'].map((name) => ({ name })),
  { name: 'review', count: 2 },
  { name: 'scribe', writes: ['extra/notes'], reads: [] },
];

let service: TestService;
let goal: StaffedGoal;
/** The same documents on another board, whose tokens are alive too. */
let other: StaffedGoal;
beforeAll(async () => {
  service = await startTeam();
  goal = await StaffedGoal.open(service, 'fenced', ROLES);
  other = await StaffedGoal.open(service, 'beside', ROLES);
  for (const each of [goal, other]) {
    const text = `a text of ${each.board}`;
    await each.as('orchestrator').write('spec', text);
    await each.as('search').write('research', text);
    await each.as('architecture').write('adr', text);
    await each.as('orchestrator').write('task-list', text, { if_version: 0 });
    await each.as('implement').write('diff', text);
    await each.as('review').write('findings', text);
    await each.as('review#2').write('findings', text);
    await each.as('scribe').write('extra/notes', text);
  }
});
afterAll(() => service.close());

const CASES = Object.entries(SCOPES).flatMap(([name, scope]) =>
  KINDS.map((kind) => ({
    name,
    kind,
    reads: scope.reads.includes(kind),
    writes: scope.writes.includes(kind),
    say: `${name} ${scope.reads.includes(kind) ? 'reads' : 'does not read'} ${kind}, and ${scope.writes.includes(kind) ? 'writes' : 'does not write'} it`,
  })),
);

describe('over REST', () => {
  it.each(CASES)('$say', async ({ name, kind, reads, writes }) => {
    const client = goal.as(name);
    for (const reply of [await client.read(kind), await client.all(kind)]) {
      expect(reply.status).toBe(reads ? 200 : 403);
      if (!reads) expect(reply.problem).toMatchObject({ code: 'forbidden', detail: expect.stringContaining(kind) });
    }
    const before = (await goal.operator.index()).data.items.length;
    const reply = await client.write(kind, 'x', { if_version: 999 });
    // One that it may write is refused for its version alone.
    expect(reply.problem.code).toBe(writes ? 'version_conflict' : 'forbidden');
    if (!writes) expect(reply.problem.detail).toContain(`${name} may not write ${kind}`);
    expect((await goal.operator.index()).data.items).toHaveLength(before);
  });
});

describe('over MCP', () => {
  const connections = new Map<string, McpTestClient>();
  beforeAll(async () => {
    for (const name of Object.keys(SCOPES)) connections.set(name, await goal.mcp(name));
  });
  afterAll(async () => {
    for (const each of connections.values()) await each.close();
  });
  const by = (name: string): McpTestClient => connections.get(name) ?? never();

  it.each(CASES)('$say', async ({ name, kind, reads, writes }) => {
    for (const tool of ['artifact_read', 'artifact_read_all']) {
      const { text, isError } = await by(name).call(tool, { kind });
      expect(isError).toBe(!reads);
      if (!reads) expect(text).toContain(`forbidden: ${name} may not read ${kind}`);
    }
    const { text } = await by(name).call('artifact_write', { kind, content: 'x', if_version: 999 });
    expect(text).toContain(writes ? 'version_conflict' : `forbidden: ${name} may not write ${kind}`);
  });

  it.each([
    ['artifact_read', { kind: 'spec' }],
    ['artifact_read_all', { kind: 'spec' }],
    ['artifact_write', { kind: 'findings', content: 'x' }],
    ['artifact_index', {}],
  ])('%s takes no word of whose it is', async (tool, args) => {
    const smuggled = ['goal', 'board', 'role', 'author', 'ordinal', 'contributor', 'media_type'];
    const slots = tool === 'artifact_read' ? [] : ['slot'];
    for (const name of [...smuggled, ...slots]) {
      const { text, isError } = await by('review#2').call(tool, { ...args, [name]: 'review' });
      expect([isError, text]).toEqual([true, expect.stringContaining(`${name}: is not a known property`)]);
    }
    expect((await goal.operator.index()).data.items.filter(({ kind }) => kind === 'findings')).toHaveLength(2);
  });

  it.each(['Spec', 'extra/', 'findings '])('knows no kind %j', async (kind) => {
    for (const tool of ['artifact_read', 'artifact_read_all', 'artifact_write']) {
      const { text } = await by('other').call(tool, { kind, ...(tool === 'artifact_write' ? { content: 'x' } : {}) });
      expect(text).toContain('invalid_kind');
    }
  });

  it('the tools that read say so, and the one that writes does not', async () => {
    const { tools } = await by('review').client.listTools();
    const hints = tools.filter(({ name }) => name.startsWith('artifact_'));
    expect(hints.map(({ name, annotations }) => `${name} ${String(annotations?.readOnlyHint)}`)).toEqual([
      'artifact_index true',
      'artifact_read true',
      'artifact_read_all true',
      'artifact_write false',
    ]);
  });
});

describe('reviewers', () => {
  const told = async (client: ArtifactsClient) => {
    const { items, unreadable } = (await client.index()).data;
    return { kinds: items.map(({ kind }) => kind), unreadable };
  };

  it('see of what they may not read that it exists, and not by how many', async () => {
    const unreadable = ['research', 'adr', 'task-list', 'findings', 'extra/notes'];
    for (const name of ['review', 'review#2'])
      expect(await told(goal.as(name))).toEqual({ kinds: ['spec', 'diff'], unreadable });
    const { reads, writes } = (await goal.as('review#2').index()).data;
    expect([reads, writes]).toEqual([['spec', 'diff'], ['findings']]);
    const text = await (await goal.mcp('review#2')).text('artifact_index');
    expect(text).toContain('Written, and not for you: research, adr, task-list, findings, extra/notes');
    expect(text).not.toContain('review');
  });

  it('write each into a document of their own', async () => {
    const { items } = (await goal.as('orchestrator').all('findings')).data;
    expect(items.map(({ slot, author, role }) => [slot, author, role])).toEqual([
      ['review', 'review', 'review'],
      ['review#2', 'review#2', 'review'],
    ]);
  });
});

describe('the fence', () => {
  it('lets nobody through who has no role, and operators read only', async () => {
    const operator = service.withToken(OPERATOR_TOKEN);
    const params = { path: { board: 'fenced', agent: 'alice' } };
    await operator.PUT('/board/{board}/members/{agent}', { params });
    const { data } = await operator.POST('/tokens', { body: { agent: 'alice' } });
    const alice = service.withToken(data?.token ?? '');
    const reply = await alice.GET('/board/{board}/artifacts', { params: { path: { board: 'fenced' } } });
    expect(reply.response.status).toBe(403);
    expect((await goal.operator.index()).data).toMatchObject({ reads: ['*'], writes: [] });
    expect((await goal.operator.write('spec', 'x')).problem.code).toBe('forbidden');
  });

  it('is closed to the token of another board, and to none at all', async () => {
    for (const contributor of ['orchestrator', 'review#2']) {
      const foreign = service.withToken(other.token(contributor));
      const params = { path: { board: 'fenced', kind: 'spec' } };
      expect((await foreign.GET('/board/{board}/artifacts/{kind}', { params })).response.status).toBe(404);
      const body = { content: 'x' };
      expect((await foreign.POST('/board/{board}/artifacts/{kind}', { params, body })).response.status).toBe(404);
    }
    const wrong = service.withToken(`${goal.token('review').slice(0, -1)}_`);
    const params = { path: { board: 'fenced' } };
    expect((await wrong.GET('/board/{board}/artifacts', { params })).response.status).toBe(401);
  });
});

const never = (): never => {
  throw new Error('there is none');
};
