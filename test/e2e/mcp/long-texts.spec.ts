import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementClient } from '../../support/agreement-client.js';
import { FactsClient } from '../../support/facts-client.js';
import { connectMcp, type McpTestClient } from '../../support/mcp-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

const ALL = 'board,core,coordination';
/** In quoted lines three times as long. */
const LONG = `needle${'\n'.repeat(3_000)}the end`;
const WIDE = '\u{1f600}'.repeat(1_990);

describe('a text that alone is too long for a result', () => {
  const voters = Array.from({ length: 15 }, (_, index) => `voter-${index}`);
  let service: TestService;
  let bob: TurnsClient;
  let carol: McpTestClient;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    bob = (await openTurns(service, ['bob', 'carol', ...voters]))('bob');
    carol = await connectMcp(service, 'carol', { query: { board: bob.board, toolsets: ALL } });
  });

  it.each([
    ['inbox', {}],
    ['wait', { timeout_s: 1 }],
    ['board_read', { unread: true }],
    ['board_grep', { q: 'needle', kinds: 'all' }],
    ['board_unfold', { labels: 'G1' }],
  ])('is cut by %s, which tells the call that gets all of it', async (tool, args) => {
    const label = await bob.send('carol', LONG);
    await bob.send('carol', 'short');
    const text = await carol.text(tool, { ...args, max_tokens: 1_000 });
    expect(text.length).toBeLessThanOrEqual(4_000);
    expect(text).toMatch(new RegExp(`^${label} .*needle$`, 'm'));
    expect(text).toMatch(
      new RegExp(`${label} is cut: board_unfold \\{.*"labels":"${label}"|\\(cut: unfold ${label}\\)`),
    );
    const whole = await carol.text('board_unfold', { labels: label });
    expect(whole).not.toContain('is cut');
    expect(whole).toContain('\n| the end');
    await carol.close();
  });

  it('is cut by facts, too', async () => {
    await new FactsClient(service, bob.board, 'bob').set('long.value', WIDE);
    const text = await carol.text('facts', { max_tokens: 1_000 });
    expect(text.length).toBeLessThanOrEqual(4_000);
    const [, label = ''] = /(G\d+) is cut: board_unfold/.exec(text) ?? [];
    expect(await carol.text('board_unfold', { labels: label })).toContain(WIDE);
    await carol.close();
  });

  it('is cut for programs, in its content', async () => {
    await bob.send('carol', `needle ${WIDE}`);
    const program = await connectMcp(service, 'carol', { query: { board: bob.board, structured: 'true' } });
    const { structured } = await program.call('board_grep', { q: 'needle', kinds: 'all', max_tokens: 1_000 });
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(4_000);
    expect(structured).toMatchObject({ returned: 1, matches: [{ content: expect.stringMatching(/^needle .*…$/u) }] });
    await Promise.all([program.close(), carol.close()]);
  });

  it('is left out of the plan, where a reason is one too many, and the call that is told gets it', async () => {
    const label = await new AgreementClient(service, bob.board, 'bob').propose('a plan');
    for (const voter of voters)
      await new AgreementClient(service, bob.board, voter).decline(label, `no${'\n'.repeat(990)}x`);
    const text = await carol.text('plan');
    expect(text.length).toBeLessThanOrEqual(32_000);
    const left = /Left out: board_unfold \{"labels":"([^"]+)"\}/.exec(text)?.[1]?.split(',') ?? [];
    const shown = [...text.matchAll(/^(G\d+) declined/gm)].map(([, name]) => name);
    expect([shown.length > 0, left.length > 0]).toEqual([true, true]);
    expect(new Set([...shown, ...left]).size).toBe(15);
    expect(await carol.text('board_unfold', { labels: left.join(',') })).toContain(`${left.at(-1)} answer/declined`);
    await carol.close();
  });
});
