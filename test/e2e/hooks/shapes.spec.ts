import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CLIENTS } from '../../../src/cli/clients.js';
import { HOOK_EVENTS } from '../../../src/cli/hooks/clients/shapes.js';
import { HookClient, hookExample, textIn } from '../../support/hook-process.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';

// Each hook is a process.
jest.setTimeout(180_000);

const HOOKS = CLIENTS.flatMap((client) => HOOK_EVENTS.map((event) => [client, event] as const));

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('a hook', () => {
  it.each(HOOKS)('of %s at %s takes the recorded input and prints the recorded shape', async (client, event) => {
    const open = await openTurns(service);
    await open('bob').add('FACT', 'the cache is cold');
    await open('bob').send('alice', 'Is G1 still true?');
    const alice = new HookClient(client, {
      GISTBOARD_URL: service.url,
      GISTBOARD_AGENT: 'alice',
      GISTBOARD_BOARD: open('alice').board,
    });
    const { code, stdout, stderr } = await alice.runHere(event);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.endsWith('\n')).toBe(true);
    const text = textIn(stdout);
    expect(text).toContain('Is G1 still true?');
    const expected = JSON.stringify(hookExample(client, event).output).replace('"<text>"', () => JSON.stringify(text));
    expect(JSON.parse(stdout)).toEqual(JSON.parse(expected));
    alice.close();
  });

  it.each(CLIENTS)('of %s runs as its client starts it', async (client) => {
    const open = await openTurns(service);
    await open('bob').add('FACT', 'the cache is cold');
    const alice = new HookClient(client, {
      GISTBOARD_URL: service.url,
      GISTBOARD_AGENT: 'alice',
      GISTBOARD_BOARD: open('alice').board,
    });
    expect(await alice.textOf('session-start')).toContain('G1 FACT bob 2026-11-30 12:00 the cache is cold');
    expect(await alice.textOf('user-prompt-submit')).toBe('');
    alice.close();
  });
});
