import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HiddenBoardsRepository } from '../boards/hidden-boards.repository.js';
import { Clock } from '../kernel/clock.js';
import { Transactor } from '../platform/database/transactor.js';
import { Logger } from '../platform/observability/logger.js';
import { HiddenRowsService } from './hidden-rows.service.js';
import { type BoardImport, ImportsRepository } from './imports.repository.js';

/** An import that nobody has gone on with for so long was given up. */
const GIVEN_UP_AFTER_MS = 3_600_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Takes away what imports have left that did not come to their end. Nobody could see it. */
@Injectable()
export class AbandonedImportsService implements OnModuleInit, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #lastSweep: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(
    private readonly imports: ImportsRepository,
    private readonly boards: HiddenBoardsRepository,
    private readonly rows: HiddenRowsService,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => void this.sweep(), SWEEP_EVERY_MS).unref();
  }

  /** The store stays open until a sweep has come to the end of its transaction. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    this.#isStopping = true;
    await this.#lastSweep;
  }

  /** Removes all that was given up by now. What fails is left for the next time. */
  sweep(): Promise<void> {
    this.#lastSweep = this.#lastSweep
      .then(() => this.#sweep())
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'what is left of an import could not be removed; the next round tries again');
      });
    return this.#lastSweep;
  }

  async #sweep(): Promise<void> {
    await this.transactor.run((tx) => this.imports.dropOlderThan(tx, this.clock.now() - GIVEN_UP_AFTER_MS));
    for (const dropped of await this.imports.dropped()) await this.#remove(dropped);
  }

  async #remove(dropped: BoardImport): Promise<void> {
    const board = this.boards.refOf(dropped.boardId);
    if (!(await this.rows.remove(board, dropped.taken.entries, () => this.#isStopping))) return;
    await this.transactor.run(async (tx) => {
      await this.boards.remove(tx, board);
      await this.imports.remove(tx, dropped);
    });
  }
}
