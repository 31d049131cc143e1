import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultsOf, isObject, type JsonSchema } from '../support/json-schema.js';
import { type RawRequest, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';

interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema: JsonSchema }>> }>>;
}

let service: TestService;
let document: Document;
const get = (path: string) => rawRequest(service.url, { path });

beforeAll(async () => {
  service = await startService({ env: { BOARD_PUBLIC_URL: 'https://boards.example.org' } });
  document = JSON.parse((await get('/openapi.json')).text) as Document;
});
afterAll(() => service.close());

describe('the documents', () => {
  it('name the address at which the service is reached', () => {
    expect(document.servers).toEqual([{ url: 'https://boards.example.org' }]);
  });

  it('are JSON and YAML', async () => {
    expect((await get('/openapi.json')).headers['content-type']).toContain('application/json');
    expect((await get('/openapi.yaml')).text).toMatch(/^openapi: 3\.1\.0/);
  });
});

describe('Swagger UI', () => {
  it('is a page all of whose files load, and none from another host', async () => {
    const page = await get('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => String(file));
    expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThanOrEqual(2);
    expect(files.filter((file) => file.endsWith('.css')).length).toBeGreaterThanOrEqual(1);
    for (const file of files) {
      const url = new URL(file, `${service.url}/docs`);
      expect(url.origin).toBe(service.url);
      const asset = await get(url.pathname);
      expect([file, asset.status]).toEqual([file, 200]);
      expect(asset.text.length).toBeGreaterThan(100);
    }
  });

  it('may run its own files under the policy that goes with it, and nothing from elsewhere', async () => {
    const policy = (await get('/docs')).headers['content-security-policy'];
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});

/** What is sent, in this order, each to the route that the document names. */
const REQUESTS: readonly (readonly [route: string, status: number, request: Omit<RawRequest, 'method'>])[] = [
  ['get /health/live', 200, { path: '/health/live' }],
  ['get /health/ready', 200, { path: '/health/ready' }],
  ['post /tokens', 201, { path: '/tokens', body: { agent: 'alice' } }],
  ['get /tokens', 200, { path: '/tokens' }],
  ['delete /tokens/{id}', 200, { path: '/tokens/1' }],
  ['delete /tokens/{id}', 404, { path: '/tokens/99' }],
  ['post /board', 201, { path: '/board', body: { board: 'made', members: ['*', 'alice'], owner: 'bob' } }],
  ['post /board', 409, { path: '/board', body: { board: 'made' } }],
  ['get /board', 200, { path: '/board' }],
  ['get /board/{board}', 200, { path: '/board/made' }],
  ['get /board/{board}', 404, { path: '/board/absent' }],
  ['put /board/{board}/members/{agent}', 200, { path: '/board/made/members/carol' }],
  ['delete /board/{board}/members/{agent}', 200, { path: '/board/made/members/alice' }],
  ['get /whoami', 200, { path: '/whoami' }],
  [
    'post /board/{board}/write',
    201,
    {
      path: '/board/main/write',
      body: {
        notes: [
          { type: 'FACT', content: 'x'.repeat(200), detail: 'more' },
          { type: 'OBSERVED', content: 'Bearer 0123456789abcdef0123456789abcdef', ttl_s: 3 },
          { type: 'CLAIM', content: 'fixing src/a.ts' },
          {
            type: 'PATCH_SUMMARY',
            content: 'files=src/a.ts | idea=b | evidence=npm test: 3 passed',
            delegation_id: 'w1',
          },
          { type: 'FAIL', content: 'it fails', invalidates: 'G99' },
          { type: 'LIE', content: 'x' },
          { type: 'FACT', content: 'none' },
        ],
      },
    },
  ],
  ['post /board/{board}/write', 200, { path: '/board/main/write', body: { text: 'FACT none' } }],
  ['post /board/{board}/write', 422, { path: '/board/main/write', body: { text: 'LIE x' } }],
  ['post /board/{board}/write', 400, { path: '/board/main/write', body: { notes: [null] } }],
  ['get /board/{board}/read', 200, { path: '/board/main/read' }],
  ['get /board/{board}/read', 200, { path: '/board/main/read?format=json' }],
  ['get /board/{board}/read', 200, { path: '/board/main/read?format=json&budget=150' }],
  ['get /board/{board}/read_all', 200, { path: '/board/main/read_all?limit=2' }],
  ['get /board/{board}/grep', 200, { path: '/board/main/grep?q=src%20%7C%20x&limit=1' }],
  ['get /board/{board}/grep', 400, { path: '/board/main/grep?q=(' }],
  ['get /board/{board}/unfold', 200, { path: '/board/main/unfold?labels=G1-G3,G99' }],
  ['get /board/{board}/unfold', 200, { path: '/board/main/unfold?labels=G1&max=10' }],
  ['get /board/{board}/unfold', 400, { path: '/board/main/unfold?labels=X' }],
  [
    'post /board/{board}/claims/{label}/release',
    422,
    { path: '/board/main/claims/G3/release', body: { outcome: 'handoff', to: 'nobody' } },
  ],
  [
    'post /board/{board}/claims/{label}/release',
    200,
    { path: '/board/main/claims/G3/release', body: { outcome: 'done' } },
  ],
  ['post /board/{board}/entries/{label}/redact', 200, { path: '/board/main/entries/G2/redact', body: { reason: 'x' } }],
  ['get /board/{board}/read_all', 200, { path: '/board/main/read_all' }],
];

describe('an answer is what the document says', () => {
  it.each(REQUESTS)('%s: %d %j', async (route, status, request) => {
    const [method = '', path = ''] = route.split(' ');
    const headers = { 'x-agent': 'harness' };
    const answer = await rawRequest(service.url, { ...request, method: method.toUpperCase(), headers });
    expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
    const type = String(answer.headers['content-type']).split(';')[0] ?? '';
    const declared = document.paths[path]?.[method]?.responses[status];
    const schema = declared?.content[type]?.schema;
    if (schema === undefined) throw new Error(`${route} does not say that it answers ${status} ${type}`);
    const value: unknown = type === 'text/plain' ? answer.text : JSON.parse(answer.text);
    expect(faultsOf(document, schema, value)).toEqual([]);
    if (status >= 400) expect(isObject(value) && value.requestId).toBe(answer.headers['x-request-id']);
  });
});
