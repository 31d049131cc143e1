import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import { Clock } from '../../kernel/clock.js';
import { Problem } from '../../kernel/problem.js';
import { Transactor } from '../../platform/database/transactor.js';
import { pieceCount, piecesOf } from './domain/pieces.js';
import type { SharedFile } from './domain/file-entry.js';
import { FileChunks } from './file-chunks.js';
import { FilesRepository } from './files.repository.js';

/** What was sent, and belongs to no entry yet. */
export interface SentContent {
  readonly fileId: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const newFileId = (): string => randomBytes(16).toString('hex');

/**
 * Takes contents in and gives them out, piece by piece. Each piece is a transaction of its own, since a slow client must
 * not hold the store; what comes to no entry is removed, at once or by the sweep.
 */
@Injectable()
export class ContentsService {
  constructor(
    private readonly files: FilesRepository,
    private readonly chunks: FileChunks,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /** Throws `too_large` as soon as it is. Whatever it comes to: `discard` leaves nothing of it. */
  async keep(
    board: BoardRef,
    fileId: string,
    { source, limitBytes }: { readonly source: AsyncIterable<Uint8Array>; readonly limitBytes: number },
  ): Promise<SentContent> {
    await this.transactor.run((tx) => this.files.begin(tx, board, { fileId, seq: null, nowMs: this.clock.now() }));
    const hash = createHash('sha256');
    let bytes = 0;
    let part = 0;
    for await (const body of piecesOf(source)) {
      bytes += body.length;
      if (bytes > limitBytes) throw tooLarge(limitBytes);
      hash.update(body);
      await this.#append({ fileId, part, body });
      part += 1;
    }
    return { fileId, bytes, sha256: hash.digest('hex') };
  }

  /** Removes a content that has no entry; one that has stays. */
  async discard(fileId: string): Promise<void> {
    await this.transactor.run(async (tx) => {
      if (!(await this.files.lockUnshared(tx, fileId))) return;
      await this.files.remove(tx, fileId);
      await this.chunks.remove(tx, fileId);
    });
  }

  /**
   * The bytes of a shared file. The last piece is held back until all are seen to be what was sent: throws before it
   * where they are not, or where the file was taken away meanwhile.
   */
  async *read(fileId: string, { bytes, sha256 }: SharedFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const parts = pieceCount(bytes);
    for (let part = 0; part < parts; part += 1) {
      const body = await this.chunks.get(fileId, part);
      if (body === undefined) throw new Error(`piece ${part} of a file is missing`);
      hash.update(body);
      if (part === parts - 1 && hash.digest('hex') !== sha256) throw new Error('a file is not what was sent');
      yield body;
    }
  }

  #append(piece: { readonly fileId: string; readonly part: number; readonly body: Buffer }): Promise<void> {
    return this.transactor.run(async (tx) => {
      if (!(await this.files.lockUnshared(tx, piece.fileId))) throw gone();
      await this.files.grow(tx, piece.fileId, piece.body.length);
      await this.chunks.put(tx, piece);
    });
  }
}

/** It took so long that the sweep took it for one that nobody goes on with. */
export const gone = (): Problem => new Problem('timed_out', 'The file took too long to come. Send it again.');

function tooLarge(limitBytes: number): Problem {
  const message = `must be at most ${limitBytes} bytes`;
  return new Problem('too_large', `file: ${message}. Send it in parts, or share where it can be found.`, {
    errors: [{ path: 'file', message }],
  });
}
