import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Logger } from '../../platform/observability/logger.js';
import { ContentsService } from './contents.service.js';
import { FilesRepository } from './files.repository.js';

/** Longer than Node lets a request take (300 s): who would go on with it is gone. */
const GIVEN_UP_AFTER_MS = 15 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

/** Removes what uploads have left whose service was killed. Nobody could see it. */
@Injectable()
export class AbandonedUploadsService implements OnModuleInit, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #lastSweep: Promise<void> = Promise.resolve();

  constructor(
    private readonly files: FilesRepository,
    private readonly contents: ContentsService,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.#timer = setInterval(() => {
      this.#lastSweep = this.sweep();
    }, SWEEP_EVERY_MS).unref();
    this.#lastSweep = this.sweep();
  }

  /** The store stays open until a sweep has come to its end. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#lastSweep;
  }

  /** What fails is left for the next time. */
  async sweep(): Promise<void> {
    try {
      const left = await this.files.unsharedBefore(this.clock.now() - GIVEN_UP_AFTER_MS);
      for (const fileId of left) await this.contents.discard(fileId);
    } catch (error) {
      this.logger.warn({ err: error }, 'what uploads have left could not be removed; the next round tries again');
    }
  }
}
