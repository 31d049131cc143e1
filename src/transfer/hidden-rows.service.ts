import { Injectable } from '@nestjs/common';
import { WholeBoardArtifactsService } from '../artifacts/whole-board-artifacts.service.js';
import { WholeBoardFilesService } from '../coordination/files/whole-board-files.service.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { ImportedEntriesRepository } from '../journal/imported-entries.repository.js';
import type { Seq } from '../kernel/ids.js';
import { Transactor } from '../platform/database/transactor.js';

/** Entries that one transaction takes away: others write to the store too. */
const ENTRIES_AT_ONCE = 1_000;

/** What a board has that nobody can see. */
@Injectable()
export class HiddenRowsService {
  constructor(
    private readonly entries: ImportedEntriesRepository,
    private readonly files: WholeBoardFilesService,
    private readonly artifacts: WholeBoardArtifactsService,
    private readonly transactor: Transactor,
  ) {}

  /** Takes entries up to `head`, files and documents away; answers false where it stopped before the end. */
  async remove(board: BoardRef, head: Seq, isStopping: () => boolean): Promise<boolean> {
    for (let after = 0; after < head; after += ENTRIES_AT_ONCE) {
      if (isStopping()) return false;
      await this.transactor.run((tx) => this.entries.remove(tx, board, { after, upTo: after + ENTRIES_AT_ONCE }));
    }
    await this.files.remove(board);
    await this.artifacts.remove(board);
    return true;
  }
}
