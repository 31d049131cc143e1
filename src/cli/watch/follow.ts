import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '../../../client/api.js';
import { answerOf } from '../answer.js';
import { CliError, EXIT } from '../cli-error.js';
import type { Connection } from '../connection.js';
import { hint } from '../output.js';
import { Refused } from '../problem.js';
import { type ReceivedEvent, SseParser } from './sse-parser.js';

type Entry = components['schemas']['EntryDto'];

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

export interface Following {
  readonly board: string;
  /** A label or seq; undefined: what is written from now on. */
  readonly after: string | undefined;
  /** Ends it. */
  readonly until: AbortSignal;
}

/**
 * The entries of a board, one by one, for as long as it takes: a stream that is cut is opened again behind its last
 * event. Throws what no patience mends: a refusal, and at the beginning a service that is not there.
 */
export async function* entriesOf(connection: Connection, following: Following): AsyncGenerator<Entry> {
  const { until } = following;
  let lastEventId: string | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  while (!until.aborted) {
    try {
      for await (const event of eventsOf(connection, following, lastEventId)) {
        lastEventId = event.id;
        pauseMs = FIRST_PAUSE_MS;
        if (event.name === 'message') yield JSON.parse(event.data) as Entry;
      }
    } catch (error) {
      if (!until.aborted && (lastEventId === undefined || !mayPass(error))) throw error;
    }
    if (until.aborted) return;
    if (pauseMs === FIRST_PAUSE_MS) hint('The stream was cut off; trying again behind its last entry.');
    // Those who follow one service do not all come back at the same moment.
    await pause(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: until }).catch(() => undefined);
    pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
  }
}

async function* eventsOf(
  connection: Connection,
  { board, after, until }: Following,
  lastEventId: string | undefined,
): AsyncGenerator<ReceivedEvent> {
  const params = {
    path: { board },
    query: after === undefined ? {} : { after },
    header: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
  };
  const call = connection.client.GET('/board/{board}/events', { params, parseAs: 'stream', signal: until });
  const body = await answerOf(call, connection);
  const { response } = await call;
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    throw new Error('no stream of events');
  }
  if (body === null) return;
  const parser = new SseParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  // By hand: Node 20 forgets the signal of a request once its memory was tidied up.
  const stop = (): void => void reader.cancel().catch(() => undefined);
  until.addEventListener('abort', stop);
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield* parser.push(next.value);
  } finally {
    until.removeEventListener('abort', stop);
    stop();
  }
}

/** A service that is away, or has too much to do, comes back; a right that is gone does not. */
function mayPass(error: unknown): boolean {
  if (error instanceof Refused) return error.problem.status === 429 || error.problem.status >= 500;
  return error instanceof CliError ? error.exitCode === EXIT.unreachable : error instanceof TypeError;
}
