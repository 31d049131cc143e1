import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { Transactor } from '../../platform/database/transactor.js';
import { ContentsService } from './contents.service.js';
import { fileOf } from './domain/file-entry.js';
import { FileChunks } from './file-chunks.js';
import { FilesRepository } from './files.repository.js';
import type { ImportedPiece } from './imported-files.service.js';

const FILES_AT_ONCE = 10;

/** All files of a board, for who moves it or removes what is left of it. */
@Injectable()
export class WholeBoardFilesService {
  constructor(
    private readonly files: FilesRepository,
    private readonly contents: ContentsService,
    private readonly chunks: FileChunks,
    private readonly transactor: Transactor,
  ) {}

  /** The pieces of the files that these entries carry. Throws where one was redacted since they were read. */
  async *pieces(board: BoardRef, entries: readonly JournalEntry[]): AsyncGenerator<ImportedPiece> {
    for (const entry of entries) {
      const file = entry.kind === 'file' ? fileOf(entry) : undefined;
      if (file === undefined) continue;
      const content = await this.files.ofEntry(board, entry.seq);
      if (content === undefined) throw new Error('a file was redacted while its board was written down');
      let part = 0;
      for await (const body of this.contents.read(content.fileId, file)) {
        yield { seq: entry.seq, part, body };
        part += 1;
      }
    }
  }

  /** Of a board that nobody can see: an import that was given up. */
  async remove(board: BoardRef): Promise<void> {
    for (;;) {
      const fileIds = await this.files.ofBoard(board, FILES_AT_ONCE);
      for (const fileId of fileIds) {
        await this.transactor.run(async (tx) => {
          await this.files.remove(tx, fileId);
          await this.chunks.remove(tx, fileId);
        });
      }
      if (fileIds.length < FILES_AT_ONCE) return;
    }
  }
}
