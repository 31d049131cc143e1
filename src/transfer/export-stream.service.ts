import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { Problem } from '../kernel/problem.js';
import { LINES_TYPE } from '../platform/http/lines-body.js';
import { Logger } from '../platform/observability/logger.js';
import { ExportService } from './export.service.js';
import { requireOperator } from './imports.service.js';

const AT_ONCE = 4;
/** A client that takes nothing for so long is cut off. */
const PATIENCE_MS = 30_000;

/** Sends exports as fast as their clients take them, so that one of any size needs the memory of a part. */
@Injectable()
export class ExportStreamService implements BeforeApplicationShutdown {
  readonly #running = new Set<Response>();

  constructor(
    private readonly exports: ExportService,
    private readonly logger: Logger,
  ) {}

  /** A file without its last line was cut: whoever reads it can tell. */
  beforeApplicationShutdown(): void {
    for (const response of this.#running) response.destroy();
  }

  /** Operators only. Throws `forbidden`, `overloaded` before it begins. */
  async send(caller: Identity, access: BoardAccess, response: Response): Promise<void> {
    requireOperator(caller);
    if (this.#running.size >= AT_ONCE) {
      throw new Problem('overloaded', `${AT_ONCE} exports are running, which is the most. Try again.`, {
        retryAfterS: 10,
      });
    }
    this.#running.add(response);
    response.setHeader('Content-Type', `${LINES_TYPE}; charset=utf-8`);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Disposition', `attachment; filename="${access.slug}.jsonl"`);
    try {
      await pipeline(Readable.from(this.#patient(this.exports.lines(access), response)), response);
    } catch (error) {
      // The answer has begun, so there is no other way to say so than to cut it.
      response.destroy();
      this.logger.warn({ err: error }, 'an export was cut off');
    } finally {
      this.#running.delete(response);
    }
  }

  async *#patient(lines: AsyncGenerator<string>, response: Response): AsyncGenerator<string> {
    const patience = setTimeout(() => response.destroy(), PATIENCE_MS).unref();
    try {
      for await (const text of lines) {
        patience.refresh();
        yield text;
      }
    } finally {
      clearTimeout(patience);
    }
  }
}
