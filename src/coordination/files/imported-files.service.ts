import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { Clock } from '../../kernel/clock.js';
import type { Seq } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import { Problem } from '../../kernel/problem.js';
import { newFileId } from './contents.service.js';
import { fileOf, type SharedFile } from './domain/file-entry.js';
import { PIECE_BYTES, pieceCount } from './domain/pieces.js';
import { FileChunks } from './file-chunks.js';
import { FilesRepository } from './files.repository.js';

const ENTRIES_AT_ONCE = 500;

/** A piece as a file of lines has it. */
export interface ImportedPiece {
  readonly seq: Seq;
  readonly part: number;
  readonly body: Buffer;
}

/** Files of a board whose journal comes as a file of lines. */
@Injectable()
export class ImportedFilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly chunks: FileChunks,
    private readonly journal: JournalRepository,
    private readonly clock: Clock,
  ) {}

  /** Makes place for the files that new entries carry; their pieces follow. */
  async begin(tx: EntityManager, board: BoardRef, entries: readonly JournalEntry[]): Promise<void> {
    const nowMs = this.clock.now();
    for (const entry of entries) {
      if (entry.kind !== 'file' || fileOf(entry) === undefined) continue;
      await this.files.begin(tx, board, { fileId: newFileId(), seq: entry.seq, nowMs });
    }
  }

  /** Throws `bad_import` for a piece out of order, and for the last one of a file that is not what was shared. */
  async take(tx: EntityManager, board: BoardRef, { seq, part, body }: ImportedPiece): Promise<void> {
    const [entry] = await this.journal.bySeqs(board, [seq], tx);
    const file = entry?.kind === 'file' ? fileOf(entry) : undefined;
    const content = await this.files.ofEntry(board, seq, tx);
    if (file === undefined || content === undefined) throw badFile(seq, 'is none');
    const before = content.bytes;
    const size = Math.min(PIECE_BYTES, file.bytes - before);
    if (part * PIECE_BYTES !== before || body.length !== size) throw badFile(seq, `does not go on with piece ${part}`);
    await this.chunks.put(tx, { fileId: content.fileId, part, body });
    await this.files.grow(tx, content.fileId, body.length);
    if (before + size === file.bytes && (await this.#digestOf(tx, content.fileId, file)) !== file.sha256)
      throw badFile(seq, 'is not what its digest says');
  }

  /** At the end of the lines. Throws `bad_import` where a piece is missing. */
  async requireWhole(tx: EntityManager, board: BoardRef): Promise<void> {
    const held = await this.files.sizes(tx, board);
    for (let start = 0; start < held.length; start += ENTRIES_AT_ONCE) {
      const some = held.slice(start, start + ENTRIES_AT_ONCE);
      const seqs = some.map(({ seq }) => seq);
      const entries = new Map((await this.journal.bySeqs(board, seqs, tx)).map((entry) => [entry.seq, fileOf(entry)]));
      const short = some.find(({ seq, bytes }) => entries.get(seq)?.bytes !== bytes);
      if (short !== undefined) throw badFile(short.seq, 'is not whole');
    }
  }

  async #digestOf(tx: EntityManager, fileId: string, { bytes }: SharedFile): Promise<string> {
    const hash = createHash('sha256');
    const parts = pieceCount(bytes);
    for (let part = 0; part < parts; part += 1) hash.update((await this.chunks.get(fileId, part, tx)) ?? '');
    return hash.digest('hex');
  }
}

const badFile = (seq: Seq, what: string): Problem =>
  new Problem('bad_import', `The file of ${labelOf(seq)} ${what}. Nothing of the file was kept.`);
