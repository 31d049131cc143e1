import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { Problem } from '../../kernel/problem.js';
import { type OverloadLimits, refuseOverload } from './overload.js';

const LIMITS: OverloadLimits = { requests: 2, heldRequests: 1, bodyBytes: 2_000_000 };

/** Sends requests through one guard; answers what became of each, and the way to end one. */
function guard() {
  const handle = refuseOverload(LIMITS);
  return (path: string, headers: Record<string, string> = {}): { outcome: string; end: () => void } => {
    const response = new EventEmitter();
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

describe('the overload guard', () => {
  it('passes as many requests as the limit, refuses the next, and passes again when one has ended', () => {
    const send = guard();
    const first = send('/whoami');
    expect(first.outcome).toBe('passed');
    expect(send('/whoami').outcome).toBe('passed');
    expect(send('/whoami').outcome).toBe('overloaded after 1 s');
    first.end();
    expect(send('/whoami').outcome).toBe('passed');
  });

  it('counts held requests by themselves', () => {
    const send = guard();
    expect(send('/pending/alice').outcome).toBe('passed');
    expect(send('/pending/bob').outcome).toBe('overloaded after 1 s');
    expect(send('/whoami').outcome).toBe('passed');
  });

  it.each([
    ['declared', { 'content-length': '1000000' }, ['passed', 'passed']],
    ['declared, over the limit together', { 'content-length': '1000001' }, ['passed', 'overloaded after 1 s']],
    [
      'not declared, so as large as a body may be',
      { 'transfer-encoding': 'chunked' },
      ['passed', 'overloaded after 1 s'],
    ],
  ])('bounds the bytes of bodies: %s', (_, headers, outcomes) => {
    const send = guard();
    expect([send('/board/main/write', headers).outcome, send('/board/main/write', headers).outcome]).toEqual(outcomes);
  });

  it('lets probes through whatever is under way', () => {
    const send = guard();
    for (let count = 0; count < 3; count += 1) send('/whoami');
    expect(['/health/ready', '/health/live', '/metrics'].map((path) => send(path).outcome)).toEqual(
      Array.from({ length: 3 }, () => 'passed'),
    );
  });
});
