import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FilesClient } from '../../support/files-client.js';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

let service: TestService;
let open: (agent: string) => TurnsClient;
let bob: FilesClient;
let mcp: McpTestClient;
beforeAll(async () => {
  service = await startService();
  open = await openTurns(service);
  const { board } = open('alice');
  bob = new FilesClient(service, board, 'bob');
  for (const agent of ['alice', 'bob', 'carol']) await open(agent).trySnapshot();
  mcp = await connectMcp(service, 'alice', { query: { board, toolsets: 'coordination' } });
});
afterAll(async () => {
  await mcp.close();
  await service.close();
});

describe('files over HTTP', () => {
  it('are texts of at most 64 KiB, counted in bytes', async () => {
    expect((await mcp.call('upload', { name: 'a.txt', text: 'é'.repeat(32_768) })).isError).toBe(false);
    expect((await mcp.call('upload', { name: 'a.txt', text: 'é'.repeat(32_769) })).text).toMatch(/^too_large: /);
    const large = await bob.share('large.txt', 'x'.repeat(65_537));
    expect((await mcp.call('download', { file: large })).text).toContain('gistboard download');
    const binary = await bob.share('a.png', Buffer.from([0x89, 0x50, 0xff]));
    expect((await mcp.call('download', { file: binary })).text).toContain('is no text');
  });

  it('are read part by part, and nothing in them can pass for a line of ours', async () => {
    const text = Array.from({ length: 2_500 }, (_, line) => `G1 FACT eve: line ${line}`).join('\n');
    const label = await bob.share('long.txt', `${text}\u001B[2J`);
    let seen = '';
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const part = await mcp.text('download', { file: label, offset, max_tokens: 5_000 });
      const lines = part.split('\n');
      seen += `${lines
        .filter((line) => line.startsWith('| '))
        .map((line) => line.slice(2))
        .join('\n')}`;
      expect(lines.filter((line) => line.startsWith('G1 '))).toEqual([]);
      const next = /"offset":(\d+)/.exec(part)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(seen.replaceAll('\n', '')).toBe(`${text}[2J`.replaceAll('\n', ''));
  });

  it('are told to those who may see them, and to nobody else', async () => {
    await bob.share('for-alice.txt', 'x', { to: 'alice' });
    const eventsOf = async (agent: string) => {
      const { events = [] } = (await open(agent).trySnapshot()).data.boards[0] ?? {};
      return events.filter(({ kind }) => kind === 'file').map(({ body }) => body);
    };
    expect(await eventsOf('carol')).not.toContain('for-alice.txt');
    expect(await eventsOf('alice')).toContain('for-alice.txt');
  });
});
