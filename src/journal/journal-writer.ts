import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import type { BoardId } from '../kernel/ids.js';
import { Problem } from '../kernel/problem.js';
import { classifyDatabaseError, type DatabaseFailure } from '../platform/database/database-errors.js';
import type { Answer } from '../platform/http/answer.js';
import { signals } from '../platform/observability/signals.js';
import { Idempotency } from '../platform/http/idempotency.js';
import { BoardCommit } from './board-commit.js';
import { takeBatch } from './domain/take-batch.js';
import type { JournalCommand } from './journal-command.js';

const SHUTDOWN_LOOK_MS = 5;
const MAX_QUEUE = 1_000;
const MAX_QUEUE_BYTES = 64 * 1_048_576;

interface Job {
  readonly command: JournalCommand<unknown>;
  readonly resolve: (answer: Answer<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

interface BoardQueue {
  readonly jobs: Job[];
  bytes: number;
  isRunning: boolean;
}

/**
 * The only gate to a board's journal: one queue a board, so its row is never waited for on a pooled connection.
 * Gist writes that arrive while a commit is under way share the next one; a lone write waits for nobody.
 */
@Injectable()
export class JournalWriter implements OnApplicationShutdown {
  readonly #queues = new Map<BoardId, BoardQueue>();

  constructor(
    private readonly commits: BoardCommit,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /** Resolves after the commit. Rejects with what the command refused, or why the database did not take it. */
  write<T>(command: JournalCommand<T>): Promise<Answer<T>> {
    return this.idempotency.once(command.key, () => this.#enqueue(command));
  }

  /**
   * Writes the command that `prepare` makes. What that refuses today but was granted before under the same key, such as
   * a message to somebody who has left since, is answered as it was then.
   */
  async writePrepared<T>(
    { board, key }: Pick<JournalCommand<T>, 'board' | 'key'>,
    prepare: () => Promise<JournalCommand<T>>,
  ): Promise<Answer<T>> {
    const command = await prepare().catch((refusal: unknown): JournalCommand<T> => {
      if (key === undefined) throw refusal;
      return { kind: 'own', board, key, decide: () => Promise.reject(refusal as Error) };
    });
    return this.write(command);
  }

  /** What was accepted is finished before the database is let go, also where the one who asked has gone. */
  async onApplicationShutdown(): Promise<void> {
    while (this.#queues.size > 0) await pause(SHUTDOWN_LOOK_MS);
  }

  #enqueue<T>(command: JournalCommand<T>): Promise<Answer<T>> {
    const queue = this.#queues.get(command.board.boardId) ?? { jobs: [], bytes: 0, isRunning: false };
    if (queue.jobs.length >= MAX_QUEUE || queue.bytes >= MAX_QUEUE_BYTES) {
      throw new Problem('overloaded', 'Too many writes to this board are waiting. Try again.', { retryAfterS: 1 });
    }
    this.#queues.set(command.board.boardId, queue);
    return new Promise((resolve, reject) => {
      queue.jobs.push({ command, resolve: resolve as Job['resolve'], reject });
      queue.bytes += bytesOf(command);
      signals.queue.send({ change: 1 });
      if (!queue.isRunning) void this.#drain(command.board.boardId, queue);
    });
  }

  async #drain(boardId: BoardId, queue: BoardQueue): Promise<void> {
    queue.isRunning = true;
    while (queue.jobs.length > 0) {
      const batch = queue.jobs.splice(0, takeBatch(queue.jobs.map((job) => sizeOf(job.command))));
      queue.bytes -= batch.reduce((sum, job) => sum + bytesOf(job.command), 0);
      signals.queue.send({ change: -batch.length });
      await this.#commit(batch);
    }
    this.#queues.delete(boardId);
    queue.isRunning = false;
  }

  async #commit(batch: readonly Job[]): Promise<void> {
    try {
      const answers = await this.commits.run(
        batch.map((job) => job.command),
        () => this.clock.now(),
      );
      batch.forEach((job, index) => {
        job.resolve(answers[index] as Answer<unknown>);
      });
    } catch (error) {
      // Settling reads the database too; whatever becomes of that, each request is answered and the queue goes on.
      await this.#settleFailed(batch, error).catch((failure: unknown) => {
        for (const job of batch) job.reject(failure);
      });
    }
  }

  /** One request's failure never fails its neighbours. */
  async #settleFailed(batch: readonly Job[], error: unknown): Promise<void> {
    const [first, ...others] = batch;
    if (first === undefined) return;
    const failure = classifyDatabaseError(error);
    if (others.length === 0 || isOfTheStore(error, failure)) {
      for (const job of batch) job.reject(error);
      return;
    }
    const known = failure === 'duplicate' ? await this.commits.knownKeys(batch.map((job) => job.command)) : undefined;
    const fresh = batch.filter((job) => known?.has(job.command) !== true);
    for (const job of batch) if (!fresh.includes(job)) job.reject(error);
    if (fresh.length < batch.length) await this.#commit(fresh);
    else for (const job of batch) await this.#commit([job]);
  }
}

/** No request's own fault: tried one by one, each would wait as long again, and the last of many for minutes. */
const isOfTheStore = (error: unknown, failure: DatabaseFailure): boolean =>
  failure === 'away' ||
  failure === 'full' ||
  failure === 'again' ||
  (error instanceof Problem && error.code === 'timed_out');

const bytesOf = (command: JournalCommand<unknown>): number => (command.kind === 'shared' ? command.bytes : 0);

const sizeOf = (command: JournalCommand<unknown>): { entries: number; bytes: number } | 'own' =>
  command.kind === 'own' ? 'own' : { entries: command.entryCount, bytes: command.bytes };
