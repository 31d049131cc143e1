import { Clock } from '../../src/kernel/clock.js';

/** 2026-11-30 12:00:00 UTC. */
export const NOON = Date.UTC(2026, 10, 30, 12);

/** A clock that a test sets. */
export class FixedClock extends Clock {
  constructor(public ms = NOON) {
    super();
  }

  now(): number {
    return this.ms;
  }
}
