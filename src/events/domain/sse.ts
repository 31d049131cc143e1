import type { Seq } from '../../kernel/ids.js';

/** One event of a stream. Its id is where a client that lost the stream goes on, so none is without. */
export interface SseEvent {
  readonly id: Seq;
  /** Absent: `message`, which browsers hand over without being asked for by name. */
  readonly name?: string;
  /** How long a client waits before it comes back, in milliseconds. */
  readonly retryMs?: number;
  readonly data: object;
}

/** An event as it is sent. JSON has no line break of its own, so the data is one line. */
export function sseText({ id, name, retryMs, data }: SseEvent): string {
  const lines = [
    ...(name === undefined ? [] : [`event: ${name}`]),
    ...(retryMs === undefined ? [] : [`retry: ${retryMs}`]),
    `id: ${id}`,
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

/** A line that clients skip: it keeps the connection open, and finds out whether anybody is there. */
export const HEARTBEAT = ': heartbeat\n\n';
