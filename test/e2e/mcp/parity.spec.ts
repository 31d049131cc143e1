import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOOLSETS } from '../../../src/mcp/domain/toolsets.js';
import { AgreementClient } from '../../support/agreement-client.js';
import { COORDINATION_TWINS } from '../../support/coordination-twins.js';
import { FILE_TWINS } from '../../support/file-twins.js';
import { FilesClient, formBytes, FORM_TYPE } from '../../support/files-client.js';
import { FactsClient } from '../../support/facts-client.js';
import { isObject, type JsonSchema, resolveRef } from '../../support/json-schema.js';
import { LEASE_TWINS } from '../../support/lease-twins.js';
import { LeasesClient } from '../../support/leases-client.js';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { rawRequest } from '../../support/raw-request.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';
import { post, query, type RestRequest, type Twin } from '../../support/twin.js';

interface Entry {
  readonly label: string;
  readonly content: string;
  readonly detail?: string | null;
}

const NOTES = [
  { type: 'FACT', content: 'zebra two' },
  { type: 'PATCH_SUMMARY', content: 'evidence=TBD' },
];
const BAD_NOTES = [{ type: 'FACT', content: 'x', author: 'carol' }];

const TWINS: readonly Twin[] = [
  {
    tool: 'board_read',
    operation: 'read',
    args: { author: 'bob' },
    request: query('/board/B/read?author=bob'),
    told: (answer: string) => answer.trimEnd().split('\n'),
    bad: { args: { before: 'x' }, request: query('/board/B/read?before=x') },
  },
  {
    tool: 'board_read',
    operation: 'snapshot',
    args: { unread: true },
    request: query('/snapshot?boards=B&format=text'),
    told: ({ boards }: { boards: readonly { text: string }[] }) => boards.flatMap(({ text }) => text.split('\n')),
  },
  {
    tool: 'board_write',
    operation: 'write',
    args: { notes: NOTES },
    request: post('/board/B/write', { notes: NOTES }),
    told: ({ head, results }: { head: number; results: readonly { label?: string; message?: string }[] }) => [
      `head ${head}`,
      ...results.map(({ label, message }) => label ?? message ?? ''),
    ],
    bad: { args: { notes: BAD_NOTES }, request: post('/board/B/write', { notes: BAD_NOTES }) },
  },
  {
    tool: 'board_grep',
    operation: 'grep',
    args: { q: 'zebra | claim' },
    request: query(`/board/B/grep?q=${encodeURIComponent('zebra | claim')}`),
    told: ({ matches }: { matches: readonly Entry[] }) => matches.flatMap(({ label, content }) => [label, content]),
    bad: { args: { q: '(zebra' }, request: query('/board/B/grep?q=(zebra') },
  },
  {
    tool: 'board_unfold',
    operation: 'unfold',
    args: { labels: 'G1,G9' },
    request: query('/board/B/unfold?labels=G1,G9'),
    told: ({ items, missing }: { items: readonly Entry[]; missing: readonly string[] }) => [
      ...items.flatMap(({ label, content, detail }) => [label, content, detail ?? '']),
      ...missing,
    ],
    bad: { args: { labels: 'X1' }, request: query('/board/B/unfold?labels=X1') },
  },
  {
    tool: 'board_release',
    operation: 'releaseClaim',
    args: { label: 'G3', outcome: 'handoff', to: 'bob' },
    request: post('/board/B/claims/G3/release', { outcome: 'handoff', to: 'bob' }),
    told: ({ label, status, message }: Record<string, string>) => [
      `${label ?? ''} on B is ${status ?? ''}`,
      message ?? '',
    ],
    bad: {
      args: { label: 'G1', outcome: 'done' },
      request: post('/board/B/claims/G1/release', { outcome: 'done' }),
    },
  },
  {
    tool: 'post',
    operation: 'sendMessage',
    args: { to: 'bob', body: 'hello' },
    request: post('/board/B/messages', { to: 'bob', body: 'hello' }),
    told: ({ board, label }: Record<string, string>) => [`on ${board ?? ''} as ${label ?? ''}`],
    bad: { args: { to: 'nobody', body: 'x' }, request: post('/board/B/messages', { to: 'nobody', body: 'x' }) },
  },
  {
    tool: 'inbox',
    operation: 'inbox',
    args: { from: 'bob' },
    request: query('/board/B/inbox?from=bob'),
    told: ({ items }: { items: readonly { label: string; body: string }[] }) =>
      items.flatMap(({ label, body }) => [label, body]),
    bad: { args: { limit: 0 }, request: query('/board/B/inbox?limit=0') },
  },
  {
    tool: 'wait',
    operation: 'wait',
    args: { type: 'message', timeout_s: 1 },
    request: query('/board/B/wait?type=message&timeout_s=1'),
    told: ({ items }: { items: readonly { label: string; body: string }[] }) =>
      items.flatMap(({ label, body }) => [label, body]),
    bad: { args: { timeout_s: 26 }, request: query('/board/B/wait?timeout_s=26') },
  },
  ...COORDINATION_TWINS,
  ...LEASE_TWINS,
  ...FILE_TWINS,
  {
    tool: 'whoami',
    operation: 'whoami',
    args: {},
    request: query('/whoami'),
    told: ({ agent, kind, workspace }: Record<string, string>) => [
      `You are ${agent ?? ''}, ${kind ?? ''} of workspace ${workspace ?? ''}`,
    ],
  },
];

/** Arguments that only tools have: the length of a result, and the switch to the snapshot. */
const OF_TOOLS = ['board', 'max_tokens', 'unread'];
/** What tools have a way of their own for. */
const OF_REST = ['ack', 'board', 'budget', 'format', 'max'];

let service: TestService;
let mcp: McpTestClient;
beforeAll(async () => {
  service = await startService();
  mcp = await connectMcp(service, 'alice', { query: { structured: 'true', toolsets: TOOLSETS.join(',') } });
  await service.as('harness').POST('/board', { body: { board: 'secret', members: ['bob'] } });
});
afterAll(async () => {
  await mcp.close();
  await service.close();
});

/**
 * A board with a note (G1), a message to alice (G2), a claim of hers (G3), a fact (G4), a settled proposal (G5, G6), a
 * lease of hers (G7), a file of bob's (G8).
 */
async function prepare(): Promise<string> {
  const open = await openTurns(service);
  const [alice, bob] = [open('alice'), open('bob')];
  await bob.add('FACT', 'zebra one', { detail: 'zebra detail' });
  await bob.send('alice', 'zebra message');
  await alice.add('CLAIM', 'claim of alice');
  await new FactsClient(service, alice.board, 'bob').set('build', 'zebra run');
  const carol = new AgreementClient(service, alice.board, 'carol');
  await carol.confirm(await carol.propose('zebra proposal', { required: 1 }));
  await new LeasesClient(service, alice.board, 'alice').hold(['src/a.ts', 'task:x'], { intent: 'moving it' });
  await new FilesClient(service, alice.board, 'bob').share('zebra.txt', 'zebra file');
  return alice.board;
}

async function ask(
  board: string,
  { method = undefined, path, body, file }: RestRequest,
): Promise<{ status: number; answer: unknown }> {
  const { status, text, headers } = await rawRequest(service.url, {
    path: path.replaceAll('B', board).replaceAll('|', '%7C'),
    headers: { 'x-agent': 'alice', ...(file === undefined ? {} : { 'content-type': FORM_TYPE }) },
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
    ...(file === undefined ? {} : { body: formOf(file) }),
  });
  const isText = /^(text\/plain|application\/octet-stream)/.test(headers['content-type'] ?? '');
  return { status, answer: isText ? text : (JSON.parse(text) as unknown) };
}

const formOf = ({ name, text }: NonNullable<RestRequest['file']>): Buffer =>
  formBytes([{ says: `; name="file"; filename="${name}"`, content: text }]);

describe.each(TWINS)('$tool and $operation', ({ tool, args, request, told, bad }) => {
  const isTold = (text: string, board: string, answer: unknown): void => {
    const named = text.replaceAll(board, 'B');
    for (const each of told(answer as never)) expect(named).toContain(each);
  };

  it('have the same result', async () => {
    const [ofRest, ofTool] = [await prepare(), await prepare()];
    const { status, answer } = await ask(ofRest, request);
    expect(status).toBeLessThan(300);
    const { text, structured, isError } = await mcp.call(tool, isOfBoard(tool) ? { board: ofTool, ...args } : args);
    expect([isError, text]).toEqual([false, expect.any(String)]);
    const plain: unknown = JSON.parse(JSON.stringify(answer).replaceAll(ofRest, 'B'));
    isTold(text, ofTool, plain);
    if (structured !== undefined) expect(JSON.parse(JSON.stringify(structured).replaceAll(ofTool, 'B'))).toEqual(plain);
  });

  if (bad !== undefined)
    it('refuse the same, in the same words', async () => {
      const board = await prepare();
      const { status, answer } = await ask(board, bad.request);
      expect(status).toBeGreaterThanOrEqual(400);
      const { code, detail } = answer as { code: string; detail: string };
      const { text, isError } = await mcp.call(tool, { board, ...bad.args });
      expect([isError, text.slice(0, code.length + detail.length + 2)]).toEqual([true, `${code}: ${detail}`]);
    });

  if (request.path.startsWith('/board/B'))
    it('refuse a board that is not there and one that is not the caller’s alike', async () => {
      for (const board of ['secret', 'no-such-board', 'NO SUCH']) {
        const { answer } = await ask(encodeURIComponent(board), request);
        const { code, detail } = answer as { code: string; detail: string };
        expect(await mcp.call(tool, { board, ...args })).toMatchObject({ isError: true, text: `${code}: ${detail}` });
      }
    });
});

const isOfBoard = (tool: string): boolean => tool !== 'whoami';

describe('the arguments of tools', () => {
  let document: { readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> };
  beforeAll(async () => {
    document = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof document;
  });

  /** All that an operation takes, by name, as JSON Schema: its parameters, and the properties of its body. */
  const takenBy = (operationId: string): Readonly<Record<string, unknown>> => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const operation = operations.find((each) => each.operationId === operationId);
    const parameters = (operation?.parameters ?? []) as readonly {
      in: string;
      name: string;
      description: string;
      schema: object;
    }[];
    const body = operation?.requestBody as { content: Record<string, { schema: { $ref: string } }> } | undefined;
    const ref = body?.content['application/json']?.schema.$ref;
    const dto = ref === undefined ? {} : (resolveRef(document, ref) as { properties: object }).properties;
    const named = parameters.filter((each) => each.in !== 'header');
    return {
      ...Object.fromEntries(named.map(({ name, description, schema }) => [name, { ...schema, description }])),
      ...dto,
    };
  };
  const withoutExamples = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withoutExamples);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => key !== 'example');
    return Object.fromEntries(
      kept.map(([key, child]) => [
        key,
        key === '$ref' ? String(child).replace('#/components/schemas/', '#/$defs/') : withoutExamples(child),
      ]),
    );
  };
  const without = (names: readonly string[], properties: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));

  // Files are bytes over REST, and texts here.
  const apart = ['snapshot', 'uploadFile', 'downloadFile'];
  const compared = TWINS.filter(({ operation }) => !apart.includes(operation));
  it.each(compared)(
    'of $tool are those of $operation, from the same document',
    async ({ tool, operation, besides }) => {
      const { tools } = await mcp.client.listTools();
      const schema: JsonSchema = tools.find(({ name }) => name === tool)?.inputSchema ?? {};
      const { properties = {}, $defs = {} } = schema as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      const taken = { ...(besides === undefined ? {} : takenBy(besides)), ...takenBy(operation) };
      expect(without(OF_TOOLS, properties)).toEqual(withoutExamples(without(OF_REST, taken)));
      for (const [name, definition] of Object.entries($defs))
        expect(definition).toEqual(withoutExamples(resolveRef(document, `#/components/schemas/${name}`)));
    },
  );

  it('are told here for each tool but the guide', async () => {
    const { tools } = await mcp.client.listTools();
    // Those of roles are told in artifacts/parity.spec.ts: they take the token of a role.
    const names = tools.map(({ name }) => name).filter((name) => !name.startsWith('artifact_'));
    expect(new Set(TWINS.map(({ tool }) => tool).concat('guide'))).toEqual(new Set(names));
  });
});
