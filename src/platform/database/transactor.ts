import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { EntityManager, QueryRunner } from 'typeorm';
import { signals } from '../observability/signals.js';
import { classifyDatabaseError } from './database-errors.js';
import { Database } from './database.js';
import { runWithin } from './session.js';

const ATTEMPTS = 5;
const DEADLINE_MS = 10_000;

/**
 * The only way to write. Each call is one transaction, run again when the database asks for it; on SQLite they queue,
 * since there is one writing connection. A COMMIT whose answer is lost is not run again: it may have happened.
 */
@Injectable()
export class Transactor {
  #lastInQueue: Promise<unknown> = Promise.resolve();
  /** Connections whose next transaction was begun by the last commit; nobody else writes on them. */
  readonly #begun = new WeakSet<object>();

  constructor(private readonly database: Database) {}

  /** `work` may run several times, so it must have no effect but through `tx`. */
  run<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.database.dialect.name === 'sqlite' ? this.#queued(() => this.#retried(work)) : this.#retried(work);
  }

  #queued<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#lastInQueue.then(task, task);
    this.#lastInQueue = result.catch(() => undefined);
    return result;
  }

  async #retried<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runWithin(this.database.writer, DEADLINE_MS, (runner) => this.#attempt(runner, work));
      } catch (error) {
        if (attempt === ATTEMPTS || classifyDatabaseError(error) !== 'again') throw error;
        signals.retry.send({});
        await pause(attempt * (5 + Math.random() * 20));
      }
    }
  }

  async #attempt<T>(runner: QueryRunner, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const { begin, commit, commitBegins } = this.database.dialect;
    const connection = (await runner.connect()) as object;
    if (!this.#begun.delete(connection)) await runner.query(begin);
    try {
      const result = await work(runner.manager);
      await runner.query(commit);
      if (commitBegins) this.#begun.add(connection);
      return result;
    } catch (error) {
      // A lost connection has rolled back by itself; the first error is the one that matters.
      await runner.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }
}
