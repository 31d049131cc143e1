import type { BoardId, Seq } from '../../kernel/ids.js';
import type { RedisTarget } from '../config/redis-url.js';
import type { Logger } from '../observability/logger.js';
import { parseWakeup, printWakeup } from './domain/wakeup-message.js';
import { RedisConnection } from './redis-connection.js';
import { type Wakeup, type WakeupConnections, type WakeupListener, Wakeups } from './wakeups.js';

interface RedisParts {
  readonly target: RedisTarget;
  /** The same for all processes on one store, and for them alone. */
  readonly channel: string;
  readonly logger: Logger;
}

/**
 * Wake-ups over the pub/sub of Redis. Nothing is kept for a server that is away: who waits then is woken by the look of
 * each second. One part of messages is on its way at a time, and heads that come meanwhile follow together, each
 * board's newest alone: a slow server is sent less, and what waits here is bounded by the number of boards.
 */
export class RedisWakeups extends Wakeups {
  readonly #listeners = new Set<WakeupListener>();
  readonly #unsent = new Map<BoardId, Seq>();
  readonly #publisher: RedisConnection;
  readonly #subscriber: RedisConnection;
  #isSending = false;
  /** What the log was told last. */
  #said: 'nothing' | 'away' | 'there' = 'nothing';
  #hasWarned = false;

  constructor(private readonly parts: RedisParts) {
    super();
    const { target, channel } = parts;
    const changed = (error: Error | undefined): void => {
      this.#sayOnce(error);
    };
    this.#publisher = new RedisConnection(target, { prove: (redis) => redis.ping(), changed });
    this.#subscriber = new RedisConnection(target, { prove: (redis) => redis.subscribe(channel), changed });
    this.#subscriber.redis.on('message', (_: string, text: string) => {
      this.#hear(text);
    });
  }

  publish({ boardId, head }: Wakeup): void {
    if (!this.#publisher.isOpen) return;
    this.#unsent.set(boardId, head);
    if (!this.#isSending) void this.#send();
  }

  listen(listener: WakeupListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  connections(): readonly WakeupConnections[] {
    const open = [this.#publisher, this.#subscriber].filter(({ isOpen }) => isOpen).length;
    return [
      { state: 'open', count: open },
      { state: 'lost', count: 2 - open },
    ];
  }

  close(): void {
    this.#listeners.clear();
    this.#publisher.close();
    this.#subscriber.close();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#unsent.size > 0) {
      const messages = [...this.#unsent].map(([boardId, head]) => printWakeup({ boardId, head }));
      this.#unsent.clear();
      const { channel } = this.parts;
      // A failure needs no answer: the connection tends itself.
      await Promise.allSettled(messages.map((text) => this.#publisher.redis.publish(channel, text)));
    }
    this.#isSending = false;
  }

  #hear(text: string): void {
    const wakeup = parseWakeup(text);
    if (wakeup !== undefined) for (const listener of this.#listeners) listener(wakeup);
    else if (!this.#hasWarned) {
      this.#hasWarned = true;
      this.parts.logger.warn({ length: text.length }, 'something else writes on our channel of Redis: ignored');
    }
  }

  #sayOnce(error: Error | undefined): void {
    const { logger, target } = this.parts;
    const place = { host: target.host, port: target.port };
    const areOpen = this.#publisher.isOpen && this.#subscriber.isOpen;
    if (areOpen && this.#said !== 'there') {
      this.#said = 'there';
      logger.info(place, 'Redis carries wake-ups to the other processes');
    } else if (!areOpen && error !== undefined && this.#said !== 'away') {
      this.#said = 'away';
      logger.warn(
        { ...place, err: error },
        'Redis is away: who waits is woken within a second, not at once; trying again by itself',
      );
    }
  }
}
