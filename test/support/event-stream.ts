import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type ReceivedEvent, SseParser } from '../../src/cli/watch/sse-parser.js';
import type { Entry } from './board-client.js';
import { until } from './until.js';

export interface StreamOptions {
  /** Who follows: a name, in trusted mode. */
  readonly agent?: string;
  readonly token?: string;
  readonly after?: string;
  readonly lastEventId?: string;
  /** Reads nothing but the head of the answer. */
  readonly isStuck?: boolean;
}

/** A follower of a board's events, on a connection of its own. */
export class EventStream {
  readonly events: ReceivedEvent[] = [];
  /** All that arrived, comments too. */
  raw = '';
  isOver = false;

  private constructor(
    readonly response: IncomingMessage,
    private readonly sent: ClientRequest,
    isStuck: boolean,
  ) {
    const parser = new SseParser();
    const end = (): void => {
      this.isOver = true;
    };
    response.on('end', end).on('close', end).on('error', end);
    if (isStuck) return;
    response.setEncoding('utf8').on('data', (piece: string) => {
      this.raw += piece;
      this.events.push(...parser.push(piece));
    });
  }

  /** Resolves with the head of the answer, whatever its status. */
  static open(service: { readonly url: string }, board: string, options: StreamOptions): Promise<EventStream> {
    const { agent, token, after, lastEventId, isStuck = false } = options;
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
    const headers = {
      ...(agent === undefined ? {} : { 'x-agent': agent }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    return new Promise((resolve, reject) => {
      const sent = request(`${service.url}/board/${board}/events${query}`, { agent: false, headers }, (response) => {
        resolve(new EventStream(response, sent, isStuck));
      });
      sent.on('error', reject).end();
    });
  }

  get entries(): readonly Entry[] {
    return this.events.filter(({ name }) => name === 'message').map(({ data }) => JSON.parse(data) as Entry);
  }

  get labels(): readonly string[] {
    return this.entries.map(({ label }) => label);
  }

  get lastEventId(): string {
    return this.events.at(-1)?.id ?? '';
  }

  /** Waits until this many entries have come; answers all that have. */
  async first(count: number): Promise<readonly Entry[]> {
    await until(() => this.events.filter(({ name }) => name === 'message').length >= count);
    return this.entries;
  }

  /** Waits for the event that says where the stream begins, so that what is written next is news to it. */
  async begun(): Promise<this> {
    await until(() => this.events.length > 0);
    return this;
  }

  close(): void {
    this.sent.destroy();
  }
}
