import { describe, expect, it } from '@jest/globals';
import { retryDelayMs } from './retry-delay.js';

describe('retryDelayMs', () => {
  it.each([
    [1, 0, 100],
    [1, 1, 50],
    [2, 0, 200],
    [3, 0.5, 300],
    [6, 0, 3_200],
    [7, 0, 5_000],
    [7, 1, 2_500],
    [2_000, 0, 5_000],
    [0, 0, 100],
  ])('after %d failures, chance %d: %d ms', (failures, chance, ms) => {
    expect(retryDelayMs(failures, chance)).toBe(ms);
  });
});
