import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { Problem } from '../../kernel/problem.js';
import { classifyDatabaseError } from '../database/database-errors.js';
import { Transactor } from '../database/transactor.js';
import { Logger } from '../observability/logger.js';
import { Answer } from './answer.js';
import { IdempotencyKeysRepository, type RequestKey } from './idempotency-keys.repository.js';

const KEPT_MS = 24 * 3_600_000;
const TWIN_WAIT_MS = 5_000;
const PURGE_EVERY_MS = 10 * 60_000;
const PURGE_BATCH = 1_000;

interface Running {
  readonly requestDigest: Buffer;
  readonly answer: Promise<Answer<unknown>>;
}

/** Makes a write with an Idempotency-Key happen once, however often it is sent. */
@Injectable()
export class Idempotency implements OnModuleInit, OnApplicationShutdown {
  readonly #running = new Map<string, Running>();
  #purging: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: IdempotencyKeysRepository,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.#purging = setInterval(() => void this.#purge(), PURGE_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#purging);
  }

  /** A write that is one transaction of its own; `stored` replaces an answer that holds a secret. */
  transact<T>(
    key: RequestKey | undefined,
    work: (tx: EntityManager) => Promise<{ answer: Answer<T>; stored?: Answer<unknown> }>,
  ): Promise<Answer<T>> {
    return this.once(key, () =>
      this.transactor.run(async (tx) => {
        const { answer, stored = answer } = await work(tx);
        if (key !== undefined) await this.keys.insert(tx, [{ key, answer: stored }], this.clock.now());
        return answer;
      }),
    );
  }

  /** `work` stores its answer under the key in its own transaction, and fails as a duplicate where one is there. */
  async once<T>(key: RequestKey | undefined, work: () => Promise<Answer<T>>): Promise<Answer<T>> {
    if (key === undefined) return work();
    const name = key.keyDigest.toString('hex');
    const twin = this.#running.get(name);
    if (twin !== undefined) return (await this.#join(twin, key)) as Answer<T>;
    const answer = this.#workOrReplay(key, work);
    this.#running.set(name, { requestDigest: key.requestDigest, answer });
    try {
      return await answer;
    } finally {
      this.#running.delete(name);
    }
  }

  async #join(twin: Running, key: RequestKey): Promise<Answer<unknown>> {
    refuseOtherRequest(twin.requestDigest, key);
    const abort = new AbortController();
    const tooLong = pause(TWIN_WAIT_MS, undefined, { ref: false, signal: abort.signal }).then(() => {
      throw new Problem('twin_in_progress', 'The same request is still under way. Ask again in a moment.', {
        retryAfterS: 1,
      });
    });
    tooLong.catch(() => undefined);
    try {
      const { status, body } = await Promise.race([twin.answer, tooLong]);
      return new Answer(status, body, true);
    } finally {
      abort.abort();
    }
  }

  async #workOrReplay<T>(key: RequestKey, work: () => Promise<Answer<T>>): Promise<Answer<T>> {
    try {
      return await work();
    } catch (error) {
      if (classifyDatabaseError(error) !== 'duplicate') throw error;
      const stored = (await this.keys.find([key])).get(key.keyDigest.toString('hex'));
      if (stored === undefined) throw error;
      if (stored.createdAtMs <= this.clock.now() - KEPT_MS) {
        await this.transactor.run((tx) => this.keys.delete(tx, [key.keyDigest]));
        return work();
      }
      refuseOtherRequest(stored.requestDigest, key);
      return new Answer(stored.status, stored.body as T, true);
    }
  }

  async #purge(): Promise<void> {
    try {
      for (;;) {
        const digests = await this.keys.olderThan(this.clock.now() - KEPT_MS, PURGE_BATCH);
        await this.transactor.run((tx) => this.keys.delete(tx, digests));
        if (digests.length < PURGE_BATCH) return;
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'old idempotency keys could not be removed; the next round tries again');
    }
  }
}

function refuseOtherRequest(requestDigest: Buffer, key: RequestKey): void {
  if (requestDigest.equals(key.requestDigest)) return;
  throw new Problem(
    'key_reused',
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  );
}
