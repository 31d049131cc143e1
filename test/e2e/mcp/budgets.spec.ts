import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

type Args = Readonly<Record<string, unknown>>;

const NOTES = 900;
const DEFAULT_CHARACTERS = 8_000 * 4;

/** The call that a text tells for what it left out, if it does. */
const toldCall = (tool: string, text: string): Args | undefined => {
  const told = new RegExp(`(?:[Ll]eft out|Older ones|There is more|goes on): ${tool} (\\{.*\\})`).exec(
    text.slice(0, text.indexOf('--- Below')),
  )?.[1];
  return told === undefined ? undefined : (JSON.parse(told) as Args);
};

describe('results', () => {
  let service: TestService;
  let mcp: McpTestClient;
  let bob: TurnsClient;
  beforeAll(async () => {
    service = await startService();
    bob = (await openTurns(service))('bob');
    mcp = await connectMcp(service, 'alice', { query: { board: bob.board, structured: 'true' } });
    for (let start = 0; start < NOTES; start += 100) {
      const notes = Array.from({ length: 100 }, (_, index) => ({
        type: 'FACT',
        content: `zebra ${start + index} ${'x'.repeat(80)}`,
        detail: 'y'.repeat(1_000),
      }));
      await bob.write(notes);
    }
    for (let index = 0; index < 30; index += 1) await bob.send('alice', `${index} ${'z'.repeat(3_500)}`);
  }, 180_000);
  afterAll(async () => {
    await mcp.close();
    await service.close();
  });

  /** Follows the told calls to their end; answers all labels that begin a line, and the length of each text. */
  async function walk(tool: string, first: Args): Promise<{ labels: ReadonlySet<string>; lengths: readonly number[] }> {
    const labels = new Set<string>();
    const lengths: number[] = [];
    for (let args: Args | undefined = first; args !== undefined;) {
      const text = await mcp.text(tool, args);
      lengths.push(text.length);
      for (const [, label = ''] of text.matchAll(/^(G\d+) /gm)) labels.add(label);
      args = toldCall(tool, text);
      expect(lengths.length).toBeLessThan(100);
    }
    return { labels, lengths };
  }

  it.each([
    ['board_read', {}, NOTES],
    ['board_read', { type: ['FACT'], max_tokens: 20_000 }, NOTES],
    ['board_grep', { q: 'zebra' }, NOTES],
    ['board_grep', { q: 'zebra', max_tokens: 1_000, before: 'G50' }, 49],
    ['board_unfold', { labels: 'G1-G50' }, 50],
  ])('of %s %j keep within their tokens, and the calls that they tell get all the rest', async (tool, args, count) => {
    const { labels, lengths } = await walk(tool, args);
    expect(labels.size).toBe(count);
    const limit = 'max_tokens' in args ? Number(args.max_tokens) * 4 : DEFAULT_CHARACTERS;
    expect(Math.max(...lengths)).toBeLessThanOrEqual(limit);
    expect(lengths.length).toBeGreaterThan(1);
  });

  it('for programs keep within them as well, and are what a smaller limit would give', async () => {
    const { structured } = await mcp.call('board_grep', { q: 'zebra' });
    const { returned } = structured as { readonly returned: number };
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(DEFAULT_CHARACTERS);
    expect(structured).toEqual(await bob.grep('zebra', { limit: returned }));
  });

  it('of what is unread say what they left out, and go on until all messages were shown', async () => {
    const seen = new Set<string>();
    let leftOut: Args | undefined;
    for (let text = ''; !text.startsWith('Nothing unread');) {
      text = await mcp.text('board_read', { unread: true });
      expect(text.length).toBeLessThanOrEqual(DEFAULT_CHARACTERS);
      for (const [, label = ''] of text.matchAll(/^(G\d+) MESSAGE/gm)) seen.add(label);
      for (const told of text.matchAll(/older left out: board_read (\{.*\})/g))
        leftOut = JSON.parse(told[1] ?? '{}') as Args;
    }
    expect(seen.size).toBe(30);
    expect(leftOut).toMatchObject({ before: expect.stringMatching(/^G\d+$/) });
  });

  it.each([{}, { limit: 7 }])(
    'of the inbox keep within them, and the calls that they tell get the rest: %j',
    async (args) => {
      for (let count = 0; count < 20; count += 1) await bob.send('alice', 'long '.repeat(700));
      const { labels, lengths } = await walk('inbox', args);
      expect(labels.size).toBe(20);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(DEFAULT_CHARACTERS);
    },
  );
});
