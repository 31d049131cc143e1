import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { viewerOf } from '../../boards/viewer.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { isVisibleTo } from '../../journal/domain/visibility.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { labelOf, seqOfLabel } from '../../kernel/label.js';
import { Problem } from '../../kernel/problem.js';
import { Logger } from '../../platform/observability/logger.js';
import { ContentsService } from './contents.service.js';
import { dispositionOf } from './domain/disposition.js';
import { fileOf, type SharedFile } from './domain/file-entry.js';
import { FilesRepository } from './files.repository.js';

const AT_ONCE = 64;
/** A client that takes nothing for so long is cut off. */
const PATIENCE_MS = 30_000;

/** Gives files out as fast as their clients take them. */
@Injectable()
export class DownloadsService implements BeforeApplicationShutdown {
  readonly #running = new Set<Response>();

  constructor(
    private readonly journal: JournalRepository,
    private readonly files: FilesRepository,
    private readonly contents: ContentsService,
    private readonly logger: Logger,
  ) {}

  /** Cut before its end, a download is told from a whole one by its length. */
  beforeApplicationShutdown(): void {
    for (const response of this.#running) response.destroy();
  }

  /** Throws `not_found` or `overloaded` before it begins; what goes wrong then cuts the answer. */
  async send(caller: Identity, access: BoardAccess, request: { label: string; response: Response }): Promise<void> {
    const { label, response } = request;
    const { file, bytes } = await this.open(caller, access, label);
    if (this.#running.size >= AT_ONCE) {
      throw new Problem('overloaded', 'Too many files are being fetched. Try again.', { retryAfterS: 5 });
    }
    this.#running.add(response);
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', dispositionOf(file.name));
    response.setHeader('Content-Length', file.bytes);
    response.setHeader('Repr-Digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`);
    response.setHeader('Cache-Control', 'no-store');
    try {
      await pipeline(Readable.from(this.#patient(bytes, response)), response);
    } catch (error) {
      response.destroy();
      this.logger.warn({ err: error }, 'a download was cut off');
    } finally {
      this.#running.delete(response);
    }
  }

  /** The file of an entry, and its bytes. Throws `not_found`, in the same words whether it is not there or for others. */
  async open(
    caller: Identity,
    access: BoardAccess,
    label: string,
  ): Promise<{ readonly file: SharedFile; readonly entry: JournalEntry; readonly bytes: AsyncIterable<Buffer> }> {
    const { ref } = access;
    const seq = seqOfLabel(label) ?? 0;
    const [entry] = await this.journal.bySeqs(ref, [seq]);
    if (entry === undefined || !isVisibleTo(viewerOf(caller, access), entry))
      throw new Problem('not_found', `There is no file ${labelOf(seq)} for you on this board.`);
    if (entry.kind !== 'file') throw new Problem('not_found', `${labelOf(seq)} is no file. List the files first.`);
    const file = fileOf(entry);
    const content = file === undefined ? undefined : await this.files.ofEntry(ref, seq);
    if (file === undefined || content === undefined)
      throw new Problem('not_found', `An operator has redacted ${labelOf(seq)}; the file is no more.`);
    return { file, entry, bytes: this.contents.read(content.fileId, file) };
  }

  async *#patient(bytes: AsyncIterable<Buffer>, response: Response): AsyncGenerator<Buffer> {
    const patience = setTimeout(() => response.destroy(), PATIENCE_MS).unref();
    try {
      for await (const body of bytes) {
        patience.refresh();
        yield body;
      }
    } finally {
      clearTimeout(patience);
    }
  }
}
