import { describe, expect, it } from '@jest/globals';
import { clockFinding } from './clock.js';

const SAID = 'Mon, 30 Nov 2026 12:00:00 GMT';
const saidMs = Date.parse(SAID);

describe('clockFinding', () => {
  it.each([
    // This machine's clock when it asked and when it had the answer, in ms from what the service says.
    [0, 0, 'ok'],
    [-2_000, -2_000, 'ok'],
    [-2_001, -2_001, 'warning'],
    [2_999, 2_999, 'ok'],
    [3_000, 3_000, 'warning'],
    // The answer took a minute: any moment of it may have been the service's.
    [-60_000, 0, 'ok'],
    [-60_000, -60_000, 'warning'],
    [-60_001, -60_001, 'problem'],
    [60_999, 60_999, 'warning'],
    [61_000, 61_000, 'problem'],
  ])('asked at %d, had at %d: %s', (asked, had, state) => {
    expect(clockFinding(SAID, { askedAtMs: saidMs + asked, hadAtMs: saidMs + had }).state).toBe(state);
  });

  it('says which way it is off, and what to do', () => {
    const ahead = clockFinding(SAID, { askedAtMs: saidMs + 100_999, hadAtMs: saidMs + 100_999 });
    expect(ahead.text).toBe("100 s ahead of the one of the service. Set this machine's time (NTP), or the service's.");
    expect(clockFinding(SAID, { askedAtMs: saidMs - 9_000, hadAtMs: saidMs - 9_000 }).text).toMatch(/^9 s behind /);
    expect(clockFinding(null, { askedAtMs: saidMs, hadAtMs: saidMs }).state).toBe('warning');
  });
});
