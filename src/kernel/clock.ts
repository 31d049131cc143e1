/** Where the application learns the time; tests put a fixed one in its place. */
export abstract class Clock {
  /** The present instant, in milliseconds since 1970 (UTC). */
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
