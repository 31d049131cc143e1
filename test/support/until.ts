import { setTimeout as pause } from 'node:timers/promises';

/** Waits until the condition holds, looking every 20 ms; throws what it last threw, or that it never held. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 60_000): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    if (await condition()) return;
    if (Date.now() > end) throw new Error(`it was not so within ${limitMs} ms`);
    await pause(20);
  }
}
