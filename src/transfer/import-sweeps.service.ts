import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Logger } from '../platform/observability/logger.js';
import { AbandonedImportsService } from './abandoned-imports.service.js';
import type { ImportKey } from './imports.repository.js';

const SWEEP_EVERY_MS = 10 * 60_000;

/** Removes abandoned imports now and then, one sweep after the other. */
@Injectable()
export class ImportSweepsService implements OnModuleInit, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #lastSweep: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(
    private readonly abandoned: AbandonedImportsService,
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

  /** Leaves nothing of an import, unless it is done; repeating it is harmless. */
  async giveUp(key: ImportKey): Promise<void> {
    await this.abandoned.drop(key);
    await this.sweep();
  }

  /** Removes all that was given up by now. What fails is left for the next time. */
  sweep(): Promise<void> {
    this.#lastSweep = this.#lastSweep
      .then(() => this.abandoned.remove(() => this.#isStopping))
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'what is left of an import could not be removed; the next round tries again');
      });
    return this.#lastSweep;
  }
}
