import { describe, expect, it } from '@jest/globals';
import { SharedLookup } from '../../src/platform/database/shared-lookup.js';
import { until } from '../support/until.js';

interface Started {
  readonly keys: readonly string[];
  answer(): void;
  fail(error: Error): void;
}

/** A look-up whose answers the test gives: each value says which look-up found it. */
function openLookup(batchSize?: number): {
  readonly lookup: SharedLookup<string, string>;
  readonly started: Started[];
} {
  const started: Started[] = [];
  const lookup = new SharedLookup<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const place = started.length;
        started.push({
          keys,
          answer: () => {
            resolve(keys.map((key) => `${key} of ${place}`));
          },
          fail: reject,
        });
      }),
    batchSize,
  );
  return { lookup, started };
}

const count = async (started: readonly Started[], wanted: number): Promise<void> => {
  await until(() => started.length >= wanted);
  expect(started).toHaveLength(wanted);
};

describe('a shared look-up', () => {
  it('is one for all that ask at a moment, each answered by its own key', async () => {
    const { lookup, started } = openLookup();
    const answers = Promise.all(['a', 'b', 'a'].map((key) => lookup.load(key)));
    await count(started, 1);
    started[0]?.answer();
    expect(await answers).toEqual(['a of 0', 'b of 0', 'a of 0']);
    expect(started.map(({ keys }) => keys)).toEqual([['a', 'b', 'a']]);
  });

  it('never answers from a look-up that was under way when it was asked', async () => {
    const { lookup, started } = openLookup();
    const early = lookup.load('a');
    await count(started, 1);
    const late = [lookup.load('a'), lookup.load('b')];
    started[0]?.answer();
    expect(await early).toBe('a of 0');
    await count(started, 2);
    started[1]?.answer();
    expect(await Promise.all(late)).toEqual(['a of 1', 'b of 1']);
  });

  it('takes no more keys at once than it may', async () => {
    const { lookup, started } = openLookup(2);
    const answers = Promise.all(['a', 'b', 'c'].map((key) => lookup.load(key)));
    await count(started, 1);
    started[0]?.answer();
    await count(started, 2);
    started[1]?.answer();
    expect(await answers).toEqual(['a of 0', 'b of 0', 'c of 1']);
  });

  it('fails those who share it, and nobody after them', async () => {
    const { lookup, started } = openLookup();
    const failing = [lookup.load('a'), lookup.load('b')];
    await count(started, 1);
    started[0]?.fail(new Error('away'));
    for (const each of failing) await expect(each).rejects.toThrow('away');
    const next = lookup.load('a');
    await count(started, 2);
    started[1]?.answer();
    expect(await next).toBe('a of 1');
  });

  it('that hangs holds up nobody for long', async () => {
    const { lookup, started } = openLookup();
    const hanging = lookup.load('a');
    await count(started, 1);
    const behind = lookup.load('b');
    await count(started, 2);
    started[1]?.answer();
    expect(await behind).toBe('b of 1');
    started[0]?.answer();
    expect(await hanging).toBe('a of 0');
  });
});
