import { Injectable } from '@nestjs/common';
import { HiddenBoardsRepository } from '../boards/hidden-boards.repository.js';
import { Transactor } from '../platform/database/transactor.js';
import { HiddenRowsService } from './hidden-rows.service.js';
import { type BoardImport, type ImportKey, ImportsRepository } from './imports.repository.js';

/** An import that nobody has gone on with for so long was given up. */
const GIVEN_UP_AFTER_MS = 3_600_000;

/** Takes away what imports have left that did not come to their end. Nobody could see it. */
@Injectable()
export class AbandonedImportsService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly boards: HiddenBoardsRepository,
    private readonly rows: HiddenRowsService,
    private readonly transactor: Transactor,
  ) {}

  /** Unless it is done; repeating it is harmless. Its rows go with the next removal. */
  drop(key: ImportKey): Promise<void> {
    return this.transactor.run((tx) => this.imports.drop(tx, key));
  }

  /** Removes all that was given up by now, or as much of it as there is time for. */
  async remove(isStopping: () => boolean): Promise<void> {
    await this.transactor.run((tx) => this.imports.dropUntouched(tx, GIVEN_UP_AFTER_MS));
    for (const dropped of await this.imports.dropped()) await this.#remove(dropped, isStopping);
  }

  async #remove(dropped: BoardImport, isStopping: () => boolean): Promise<void> {
    const board = this.boards.refOf(dropped.boardId);
    if (!(await this.rows.remove(board, dropped.taken.entries, isStopping))) return;
    await this.transactor.run(async (tx) => {
      await this.boards.remove(tx, board);
      await this.imports.remove(tx, dropped);
    });
  }
}
