import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { Transactor } from '../platform/database/transactor.js';
import { Logger } from '../platform/observability/logger.js';
import { TokensRepository } from './tokens.repository.js';

const MINUTE_MS = 60_000;
const WRITE_AFTER_MS = 1_000;
const MAX_REMEMBERED = 10_000;

/** Keeps when each token was used last, to the minute: one write a token and minute at most, many in one statement. */
@Injectable()
export class TokenUseService implements OnApplicationShutdown {
  /** The last minute that was noted of each token. */
  readonly #noted = new Map<number, number>();
  #due = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: TokensRepository,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  note(tokenId: number): void {
    const minuteMs = Math.floor(this.clock.now() / MINUTE_MS) * MINUTE_MS;
    if (this.#noted.get(tokenId) === minuteMs) return;
    if (this.#noted.size >= MAX_REMEMBERED) this.#noted.clear();
    this.#noted.set(tokenId, minuteMs);
    this.#due.set(tokenId, minuteMs);
    this.#timer ??= setTimeout(() => void this.#write(), WRITE_AFTER_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write();
  }

  /** A note that is lost is made again with the next use: nobody waits for it. */
  async #write(): Promise<void> {
    this.#timer = undefined;
    const due = [...this.#due].sort(([one], [other]) => one - other);
    this.#due = new Map();
    if (due.length === 0) return;
    try {
      await this.transactor.run(async (tx) => {
        for (const minuteMs of new Set(due.map(([, minute]) => minute))) {
          const ids = due.flatMap(([id, minute]) => (minute === minuteMs ? [id] : []));
          await this.tokens.setUsed(tx, ids, minuteMs);
        }
      });
    } catch (error) {
      for (const [id] of due) this.#noted.delete(id);
      this.logger.warn({ err: error }, 'when tokens were used could not be noted');
    }
  }
}
