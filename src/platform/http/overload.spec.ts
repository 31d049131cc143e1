import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { Problem } from '../../kernel/problem.js';
import { refuseOverload } from './overload.js';
import { OVERLOAD_LIMITS, type OverloadLimits } from './under-way.js';

const LIMITS: OverloadLimits = { requests: 2, heldRequests: 1, work: 12, workOfBoard: 8 };
const REFUSED = 'overloaded after 1 s';

/** Sends requests through one guard; answers what became of each, and the way to end one. */
function guard(limits = LIMITS) {
  const handle = refuseOverload(limits);
  return (path: string, bytes = 0): { outcome: string; end: () => void } => {
    const response = new EventEmitter();
    const headers = bytes === 0 ? {} : { 'content-length': String(bytes) };
    let outcome = 'lost';
    try {
      handle({ path, headers } as unknown as Request, response as unknown as Response, () => {
        outcome = 'passed';
      });
    } catch (error) {
      outcome = error instanceof Problem ? `${error.code} after ${error.extras.retryAfterS ?? 0} s` : 'broken';
    }
    return { outcome, end: () => response.emit('close') };
  };
}

const KIB = 1_024;

describe('the overload guard', () => {
  it('passes as many requests as the limit, refuses the next, and passes again when one has ended', () => {
    const send = guard();
    const first = send('/whoami');
    expect([first, send('/whoami'), send('/whoami')].map(({ outcome }) => outcome)).toEqual([
      'passed',
      'passed',
      REFUSED,
    ]);
    first.end();
    expect(send('/whoami').outcome).toBe('passed');
  });

  it('counts held requests by themselves', () => {
    const send = guard();
    expect(send('/pending/alice').outcome).toBe('passed');
    expect(send('/pending/bob').outcome).toBe(REFUSED);
    expect(send('/whoami').outcome).toBe('passed');
  });

  it('bounds the work of a board, leaves room on others, and forgets what has ended', () => {
    const send = guard();
    const [first] = [send('/board/main/write', 3 * KIB), send('/board/main/write', 3 * KIB)];
    expect(send('/board/main/write', 1).outcome).toBe(REFUSED);
    expect(send('/board/MAIN/messages', 1).outcome).toBe(REFUSED);
    expect(send('/board/other/write', 3 * KIB).outcome).toBe('passed');
    first.end();
    expect(send('/board/main/write', 3 * KIB).outcome).toBe('passed');
  });

  it('bounds the work of all boards and of what is on none', () => {
    const send = guard();
    const passed = [send('/board/main/write', 7 * KIB), send('/shown/alice', 3 * KIB)];
    expect(passed.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
    expect(send('/board/other/write', 1).outcome).toBe(REFUSED);
    expect(send('/shown/bob', 1).outcome).toBe(REFUSED);
    for (const { end } of passed) end();
    expect(send('/board/other/write', 7 * KIB).outcome).toBe('passed');
  });

  it('lets reads through whatever work is under way', () => {
    const send = guard();
    send('/board/main/write', 7 * KIB);
    send('/shown/alice', 3 * KIB);
    expect(send('/board/main/read').outcome).toBe('passed');
  });

  it('lets probes through whatever is under way', () => {
    const send = guard();
    for (let count = 0; count < 3; count += 1) send('/whoami');
    expect(['/health/ready', '/health/live', '/metrics'].map((path) => send(path).outcome)).toEqual(
      Array.from({ length: 3 }, () => 'passed'),
    );
  });

  it('is met by no well-behaved team, not even where all that it does comes in one moment', () => {
    const send = guard(OVERLOAD_LIMITS);
    const times = (count: number, path: (place: number) => string, bytes = 0): string[] =>
      Array.from({ length: count }, (_, place) => send(path(place), bytes).outcome);
    const outcomes = [
      ...times(1_000, (place) => `/pending/agent-${place}`),
      ...times(1_000, (place) => `/shown/agent-${place}`, 150),
      ...times(500, () => '/snapshot'),
      ...times(500, () => '/board/main/write', 300),
      ...times(32, () => '/board/main/write', 50 * 120),
      ...times(2, () => '/board/main/write', KIB * KIB),
    ];
    expect(new Set(outcomes)).toEqual(new Set(['passed']));
  });
});
