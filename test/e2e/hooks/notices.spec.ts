import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FRAME } from '../../../src/mcp/domain/frame.js';
import { HookClient } from '../../support/hook-process.js';
import { startService, type TestService } from '../../support/service.js';
import { labelsOf, openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

jest.setTimeout(180_000);

let service: TestService;
let open: (agent: string) => TurnsClient;
let hooks: HookClient;
beforeAll(async () => {
  service = await startService({ env: { BOARD_NOTICE_LEASE_S: '1' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  open = await openTurns(service);
  hooks = new HookClient('claude-code', {
    GISTBOARD_URL: service.url,
    GISTBOARD_AGENT: 'alice',
    GISTBOARD_BOARD: open('alice').board,
  });
});
afterEach(() => {
  hooks.close();
});

const NOW = Date.parse('2026-11-30T12:00:00Z');
const afterTool = (nowMs = NOW, input = {}) => hooks.runHere('post-tool-use', { input }, nowMs);

describe('between two steps of an agent', () => {
  it('what came in is shown once: messages first, then notes', async () => {
    await open('bob').add('FACT', 'the cache is cold', { detail: 'since noon' });
    await open('bob').add('CLAIM', 'fixing src/a.ts');
    await open('bob').send('alice', 'Is G1 still true?');
    const { text } = await afterTool();
    expect(text.split('\n')).toEqual([
      FRAME,
      'G3 message bob 2026-11-30 12:00: Is G1 still true?',
      'G1 FACT bob 2026-11-30 12:00 ⊕: the cache is cold',
      'G2 CLAIM bob 2026-11-30 12:00 until 2026-11-30 13:00: fixing src/a.ts',
    ]);
    expect(labelsOf(await open('alice').poll())).toEqual([]);
  });

  it('nothing at all is printed where there is nothing', async () => {
    await open('alice').add('FACT', 'my own');
    await open('bob').send('carol', 'not for alice');
    expect(await hooks.run('post-tool-use')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    [0, ''],
    [4_999, ''],
    [5_000, 'second'],
    // The clock was put back.
    [-1, 'second'],
  ])('%d ms after a poll, it shows "%s" of what came since: one poll in 5 s', async (laterMs, shown) => {
    expect((await afterTool()).text).toBe('');
    await open('bob').add('FACT', 'second');
    const { text } = await afterTool(NOW + laterMs);
    expect(shown === '' ? text === '' : text.includes(shown)).toBe(true);
  });

  it('a session does not wait for the polls of another', async () => {
    await afterTool();
    await open('bob').add('FACT', 'second');
    expect((await afterTool(NOW, { session_id: 'another' })).text).toContain('second');
  });

  it('of many hooks that run at once, one polls', async () => {
    await open('bob').add('FACT', 'first');
    const texts = await Promise.all(Array.from({ length: 8 }, async () => (await afterTool()).text));
    expect(texts.filter((text) => text !== '')).toHaveLength(1);
  });

  it('a part of the work whose context the agent never sees is told nothing', async () => {
    await open('bob').add('FACT', 'first');
    expect((await afterTool(NOW, { agent_id: 'agent-7' })).text).toBe('');
    expect((await afterTool()).text).toContain('first');
  });

  it('at most 400 tokens of 4 characters are shown; what did not fit comes later, nothing twice', async () => {
    const notes = Array.from({ length: 40 }, (_, index) => ({
      type: 'FACT',
      content: `note ${index} `.padEnd(100, 'x'),
    }));
    await open('bob').write(notes);
    await open('bob').send('alice', 'a long one '.repeat(30));
    const shown: string[] = [];
    let nowMs = NOW;
    await until(async () => {
      nowMs += 5_000;
      const { text } = await afterTool(nowMs);
      expect(text.length).toBeLessThanOrEqual(1_600);
      if (shown.length === 0) expect(text).toContain('There is more: board_read {"unread":true}');
      shown.push(...(text.match(/^G\d+/gm) ?? []));
      return shown.length >= 41;
    }, 40_000);
    expect(shown[0]).toBe('G41');
    const inOrder = shown.slice(1).sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
    expect(inOrder).toEqual(Array.from({ length: 40 }, (_, index) => `G${index + 1}`));
  });

  it('what is not shown is not leased either', async () => {
    const texts = Array.from({ length: 9 }, (_, index) => `note ${index} `.padEnd(270, 'x'));
    for (const text of texts) await open('bob').send('alice', text);
    const shown = ((await afterTool()).text.match(/^G\d+/gm) ?? []).length;
    expect(shown).toBeGreaterThan(2);
    expect(labelsOf(await open('alice').poll())).toEqual(
      Array.from({ length: 9 - shown }, (_, index) => `G${shown + index + 1}`),
    );
  });

  it('a message that is too long is cut, and its label says where the rest is', async () => {
    const label = await open('bob').send('alice', '👩‍👩‍👧 '.repeat(500));
    const { text } = await afterTool();
    expect(text).toMatch(new RegExp(`^${label} message bob .* … cut: unfold its label for the whole$`, 'm'));
    expect(text.length).toBeLessThanOrEqual(1_600);
    expect(text.isWellFormed()).toBe(true);
  });

  it('what a client that is gone did not take is offered again', async () => {
    await open('bob').send('alice', 'first');
    const { code } = await hooks.runHere('post-tool-use', { isClientGone: true }, NOW);
    expect(code).toBe(0);
    await until(async () => labelsOf(await open('alice').poll()).length > 0);
  });

  it('of several boards, each line says which', async () => {
    const other = await openTurns(service);
    await open('bob').add('FACT', 'here');
    await other('bob').send('alice', 'there');
    const boards = { GISTBOARD_BOARD: `${open('alice').board},${other('alice').board}` };
    const { text } = await hooks.runHere('post-tool-use', { env: boards }, NOW);
    expect(text).toContain(`\nOn board ${other('alice').board}\nG1 message bob`);
    expect(text).toContain(`\nOn board ${open('alice').board}\nG1 FACT bob`);
    expect(labelsOf(await other('alice').poll())).toEqual([]);
    expect(labelsOf(await open('alice').poll())).toEqual([]);
  });
});

describe('before an agent stops', () => {
  const stop = (input = {}) => hooks.runHere('stop', { input }, NOW);

  it('a message that it has not read makes it go on, once', async () => {
    await open('bob').send('alice', 'Is G1 still true?');
    const { text } = await stop();
    expect(text).toMatch(/^Before you stop: messages for you came in\./);
    expect(text.length).toBeLessThanOrEqual(1_600);
    expect(text).toContain('G1 message bob 2026-11-30 12:00: Is G1 still true?');
    expect((await stop()).text).toBe('');
    expect(labelsOf(await open('alice').poll())).toEqual([]);
  });

  it('it never goes on for what a hook made it go on for', async () => {
    await open('bob').send('alice', 'first');
    expect((await stop({ stop_hook_active: true })).text).toBe('');
    expect((await stop()).text).toContain('first');
  });

  it('notes alone are no reason to go on, and are still unread', async () => {
    await open('bob').add('FACT', 'first');
    expect((await stop()).text).toBe('');
    expect((await hooks.runHere('user-prompt-submit')).text).toContain('first');
  });
});
