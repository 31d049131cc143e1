import { channel } from 'node:diagnostics_channel';

/** Something that happened and is worth counting; costs next to nothing while nobody listens. */
export interface Signal<T> {
  send(message: T): void;
  /** Answers the way to stop listening. */
  listen(listener: (message: T) => void): () => void;
}

function signal<T>(name: string): Signal<T> {
  const wire = channel(`gistboard:${name}`);
  return {
    send: (message) => {
      if (wire.hasSubscribers) wire.publish(message);
    },
    listen: (listener) => {
      // Only `send` above publishes here.
      const hear = (message: unknown): void => {
        try {
          listener(message as T);
        } catch (error) {
          // Thrown from here it would end the process; a number is not worth that.
          process.emitWarning(error instanceof Error ? error : String(error));
        }
      };
      wire.subscribe(hear);
      return () => wire.unsubscribe(hear);
    },
  };
}

/** What services report of themselves. They know no metrics; `metrics.ts` makes numbers of these. */
export const signals = {
  /** A request was answered, or its client left. `route` as the code declares it. */
  request: signal<{
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }>('request'),
  refusal: signal<{ readonly code: string }>('refusal'),
  /** A note was judged. */
  note: signal<{ readonly status: 'admitted' | 'ignored' | 'rejected' }>('note'),
  commit: signal<{ readonly commands: number; readonly entries: number; readonly seconds: number }>('commit'),
  /** Commands that wait for a commit: came (1) or went (-n). */
  queue: signal<{ readonly change: number }>('queue'),
  retry: signal<Readonly<Record<string, never>>>('retry'),
  /** A view was built from stored rows. */
  viewBuilt: signal<{ readonly seconds: number; readonly gists: number }>('view-built'),
  viewsHeld: signal<{ readonly count: number }>('views-held'),
  /** Waiters: came (1) or went (-1). */
  waiter: signal<{ readonly change: number }>('waiter'),
  /** Streams of events: opened (1) or over (-1). */
  stream: signal<{ readonly change: number }>('stream'),
  /** Somebody who waited was woken and has its answer; seconds since it was woken. */
  wake: signal<{ readonly seconds: number }>('wake'),
  /** A look-up of awaited boards found entries for those who wait, most of them of other processes; what made it look. */
  foundEntries: signal<{ readonly cause: 'second' | 'wakeup'; readonly count: number }>('found-entries'),
  /** A search; `scanned` entries lie in the ranges that it looked at. */
  grep: signal<{ readonly seconds: number; readonly scanned: number }>('grep'),
};
