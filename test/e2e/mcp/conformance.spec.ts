import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const HOOKS = join(ROOT, 'test/support/conformance-hooks.mjs');
const EXPECTED = join(import.meta.dirname, 'conformance-expected.yml');

let service: TestService;
let front: Server;
beforeAll(async () => {
  service = await startService();
  front = await callAs('alice', service);
});
afterAll(async () => {
  front.close();
  await service.close();
});

/** The program has no way to send a credential, so one is added on the way. */
async function callAs(agent: string, { url }: TestService): Promise<Server> {
  const { port } = new URL(url);
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, 'x-agent': agent } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(answer);
      },
    );
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function run(args: readonly string[]): Promise<{ readonly code: unknown; readonly output: string }> {
  const child = spawn(process.execPath, ['--import', HOOKS, PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

it("the protocol's own conformance program finds what it should, and nothing else", async () => {
  const { port } = front.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/mcp`;
  const { code, output } = await run(['server', '--url', url, '--suite', 'all', '--expected-failures', EXPECTED]);
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'])
    expect(output).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
  if (code !== 0) throw new Error(output);
}, 180_000);
