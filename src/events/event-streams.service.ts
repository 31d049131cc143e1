import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { CredentialHeaders } from '../auth/domain/credential.js';
import type { Identity } from '../auth/domain/identity.js';
import { type BoardAccess } from '../boards/board-access.service.js';
import { viewerOf } from '../boards/viewer.js';
import { entryDto } from '../gists/entry.dto.js';
import { isVisibleTo } from '../journal/domain/visibility.js';
import { WaitersService } from '../journal/waiters.service.js';
import { Clock } from '../kernel/clock.js';
import type { Seq } from '../kernel/ids.js';
import { Problem } from '../kernel/problem.js';
import { signals } from '../platform/observability/signals.js';
import { sseText } from './domain/sse.js';
import { EventEntriesService } from './event-entries.service.js';
import { StreamAccessService } from './stream-access.service.js';
import type { SseConnection } from './sse-connection.js';

const MAX_STREAMS = 1_000;
const MAX_STREAMS_OF_AGENT = 20;
const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;

/** Somebody who follows a board. */
export interface Follower {
  readonly identity: Identity;
  /** The credential, which is looked at again as time goes on. */
  readonly headers: CredentialHeaders;
  readonly board: string;
  readonly after: Seq;
}

interface Stream extends Follower {
  readonly connection: SseConnection;
}

/**
 * Sends the entries of boards as they are written, in seq order. A stream has no place in the writer's way: it is woken
 * like a held poll and reads from the store, so it misses nothing, whoever wrote it, and repeats nothing.
 */
@Injectable()
export class EventStreamsService implements BeforeApplicationShutdown {
  readonly #streams = new Set<Stream>();

  constructor(
    private readonly access: StreamAccessService,
    private readonly entries: EventEntriesService,
    private readonly waiters: WaitersService,
    private readonly clock: Clock,
  ) {}

  beforeApplicationShutdown(): void {
    for (const { connection } of this.#streams) connection.end();
  }

  /** Throws `overloaded` or `too_many_requests` before the stream begins; resolves when it is over. */
  async follow(follower: Follower, connection: SseConnection): Promise<void> {
    this.#refuseTooMany(follower.identity);
    const stream = { ...follower, connection };
    this.#streams.add(stream);
    signals.stream.send({ change: 1 });
    try {
      connection.open();
      await this.#run(stream);
    } finally {
      this.#streams.delete(stream);
      signals.stream.send({ change: -1 });
      connection.end();
    }
  }

  /** Who may follow is asked again before each part that is sent, so nothing leaves after a revocation was answered. */
  async #run(stream: Stream): Promise<void> {
    const { connection } = stream;
    let position = stream.after;
    let isNew = true;
    while (!connection.gone.aborted && !this.waiters.isStopping) {
      const access = await this.access.find(stream);
      if (access === undefined) return;
      if (isNew) await connection.send(openingOf(access, position));
      isNew = false;
      if (position < access.head) position = await this.#sendSome(stream, access, position);
      else await this.#waitForNews(stream, access, position);
    }
  }

  /** Answers the seq up to which all was sent that the follower may see. */
  async #sendSome({ connection, identity }: Stream, access: BoardAccess, after: Seq): Promise<Seq> {
    const viewer = viewerOf(identity, access);
    const found = await this.entries.read(access.ref, { after, upTo: access.head });
    const nowMs = this.clock.now();
    for (const current of found) {
      if (!isVisibleTo(viewer, current.entry)) continue;
      await connection.send(sseText({ id: current.entry.seq, data: entryDto(current, nowMs) }));
    }
    return found.at(-1)?.entry.seq ?? access.head;
  }

  async #waitForNews({ connection }: Stream, access: BoardAccess, position: Seq): Promise<void> {
    const waiting = this.waiters.join(() => true, [{ ref: access.ref, head: position }]);
    const leave = (): void => {
      waiting.leave();
    };
    connection.gone.addEventListener('abort', leave, { once: true });
    try {
      if (connection.gone.aborted) return;
      await waiting.woken(Math.max(0, HEARTBEAT_MS - connection.quietMs));
      if (connection.quietMs >= HEARTBEAT_MS) await connection.beat();
    } finally {
      connection.gone.removeEventListener('abort', leave);
      waiting.leave();
    }
  }

  #refuseTooMany({ workspaceId, agent }: Identity): void {
    if (this.#streams.size >= MAX_STREAMS) {
      throw new Problem('overloaded', 'Too many streams are open here. Try again later.', { retryAfterS: 10 });
    }
    const own = [...this.#streams].filter(
      ({ identity }) => identity.workspaceId === workspaceId && identity.agent === agent,
    );
    if (own.length < MAX_STREAMS_OF_AGENT) return;
    const detail = `${agent} has ${own.length} streams open, which is the most. Close one first.`;
    throw new Problem('too_many_requests', detail, { retryAfterS: 10 });
  }
}

/** Gives the client its place before anything is written: one that is cut off now comes back to it, not to the head. */
const openingOf = ({ slug, head }: BoardAccess, position: Seq): string =>
  sseText({ id: position, name: 'head', retryMs: RETRY_MS, data: { board: slug, head } });
