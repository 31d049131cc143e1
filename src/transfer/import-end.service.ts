import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HiddenBoardsRepository } from '../boards/hidden-boards.repository.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { agentKey } from '../kernel/names.js';
import { formerOf } from './domain/file-line.js';
import { ImportedContentsService } from './imported-contents.service.js';
import { ImportedNamesService } from './imported-names.service.js';
import { type BoardImport, ImportsRepository } from './imports.repository.js';

/** The board behind an import: hidden while lines come, and visible from the last line on. */
@Injectable()
export class ImportEndService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly boards: HiddenBoardsRepository,
    private readonly names: ImportedNamesService,
    private readonly contents: ImportedContentsService,
  ) {}

  boardOf({ boardId }: BoardImport): BoardRef {
    return this.boards.refOf(boardId);
  }

  /** Writes down how far the import is; a whole one becomes the board. Throws `already_exists`, `bad_import`. */
  async save(tx: EntityManager, after: BoardImport): Promise<void> {
    const board = this.boardOf(after);
    await this.boards.setHead(tx, board, after.taken.entries);
    if (after.taken.isWhole) await this.#publish(tx, after, board);
    await this.imports.save(tx, after);
  }

  async #publish(tx: EntityManager, whole: BoardImport, board: BoardRef): Promise<void> {
    const { workspaceId, slug, createdAtMs } = whole;
    const former = formerOf(whole.members);
    const contributors = new Set([...(await this.contents.contributors(tx, board)), ...former]);
    const members = whole.members.flatMap(({ agent, source }) => (agent === '*' || source === 'former' ? [] : [agent]));
    await this.names.register(tx, board, { workspaceId, contributors, members });
    await this.contents.complete(tx, board);
    await this.boards.publish(tx, board, {
      workspaceId,
      slug,
      createdAtMs,
      members: whole.members.map(({ agent, source, isOwner }) => ({ agentKey: agentKey(agent), source, isOwner })),
    });
    await this.contents.finish(tx, board, whole.taken.entries);
  }
}
