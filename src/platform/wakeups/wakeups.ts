import type { BoardId, Seq } from '../../kernel/ids.js';

/** A board that was written to, and its head after a commit. */
export interface Wakeup {
  readonly boardId: BoardId;
  readonly head: Seq;
}

export type WakeupListener = (wakeup: Wakeup) => void;

/** Connections to what carries wake-ups between processes. */
export interface WakeupConnections {
  readonly state: 'open' | 'lost';
  readonly count: number;
}

/**
 * Tells the processes on one store that a board was written to. A wake-up is a hint: it may be lost, late, doubled or
 * made up, so whoever hears one looks into the store, and looks there without one too.
 */
export abstract class Wakeups {
  /** After a commit. Neither throws nor waits. Of a board's heads that come at once, only the newest may be told. */
  abstract publish(wakeup: Wakeup): void;

  /** Hears of commits of all processes, of its own too. Answers the way to stop listening. A listener must not throw. */
  abstract listen(listener: WakeupListener): () => void;

  /** None where wake-ups stay in this process. */
  abstract connections(): readonly WakeupConnections[];

  /** What is published from now on is heard by nobody. */
  abstract close(): void;
}
