import { Redis, ReplyError } from 'ioredis';
import type { RedisTarget } from '../config/redis-url.js';
import { retryDelayMs } from './domain/retry-delay.js';

const CONNECT_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 2_000;
const TEND_EVERY_MS = 5_000;

/** What a connection is for. */
export interface ConnectionUse {
  /** A command that shows that the connection does its work; asked when it opens, and every 5 s. Safe to repeat. */
  prove(redis: Redis): Promise<unknown>;
  /** The connection works from now on, or does not any more, and why, as far as that is known. */
  changed(error: Error | undefined): void;
}

/** One connection to Redis that comes back by itself, whether it was refused, cut, or answers no more. */
export class RedisConnection {
  readonly redis: Redis;
  readonly #tending: NodeJS.Timeout;
  #isOpen = false;
  /** Since the connection last did its work: a server that takes connections and refuses the work counts too. */
  #failures = 0;
  #error: Error | undefined;

  constructor(
    target: RedisTarget,
    private readonly use: ConnectionUse,
  ) {
    this.redis = new Redis({
      ...addressOf(target),
      lazyConnect: true,
      connectTimeout: CONNECT_WITHIN_MS,
      commandTimeout: ANSWER_WITHIN_MS,
      // `prove` stands for these: fewer rights are needed, and nothing is kept for a server that is away.
      enableReadyCheck: false,
      disableClientInfo: true,
      enableOfflineQueue: false,
      autoResubscribe: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => retryDelayMs((this.#failures += 1), Math.random()),
    });
    this.redis.on('ready', () => void this.#tend());
    this.redis.on('error', (error: Error) => (this.#error = error));
    this.redis.on('close', () => {
      this.#turn(false);
    });
    this.redis.connect().catch(() => undefined);
    this.#tending = setInterval(() => void this.#tend(), TEND_EVERY_MS).unref();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  close(): void {
    clearInterval(this.#tending);
    this.redis.removeAllListeners('close');
    this.#isOpen = false;
    if (this.redis.status !== 'end') this.redis.disconnect();
  }

  async #tend(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    try {
      await this.use.prove(this.redis);
      this.#failures = 0;
      this.#turn(true);
    } catch (error) {
      if (error instanceof Error) this.#error = error;
      this.#turn(false);
      // A refusal may end while the connection stands; a silent one is given up.
      if (!(error instanceof ReplyError)) this.redis.disconnect(true);
    }
  }

  #turn(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.use.changed(isOpen ? undefined : this.#error);
    if (isOpen) this.#error = undefined;
  }
}

const addressOf = ({ host, port, user, password, tls }: RedisTarget) => ({
  host,
  port,
  ...(user === '' ? {} : { username: user }),
  ...(password === '' ? {} : { password }),
  ...(tls ? { tls: {} } : {}),
});
