import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { WorkspaceId } from '../kernel/ids.js';
import { Clock } from '../kernel/clock.js';
import { Settings } from '../platform/config/settings.js';
import { type Board, BoardsRepository } from './boards.repository.js';
import type { CreateBoardDto } from './boards.dto.js';
import { NewMembersService } from './new-members.service.js';
import type { MadeToken } from './tokens/token-maker.service.js';

interface MadeBoard {
  readonly board: Board;
  /** Undefined where there is no owner, or names alone are trusted. */
  readonly ownerToken: MadeToken | undefined;
}

/** Makes boards with their first members. */
@Injectable()
export class NewBoardsService {
  constructor(
    private readonly boards: BoardsRepository,
    private readonly newMembers: NewMembersService,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** The names were checked before. A taken name of a board fails as a duplicate. */
  async make(
    tx: EntityManager,
    workspaceId: WorkspaceId,
    { board: slug, owner, members = [] }: CreateBoardDto,
  ): Promise<MadeBoard> {
    const board = await this.boards.insert(tx, workspaceId, slug, this.clock.now());
    const place = { workspaceId, boardId: board.id, slug: board.slug };
    await this.newMembers.addFirst(tx, place, { owner, members });
    if (owner === undefined || this.settings.auth === 'trusted') return { board, ownerToken: undefined };
    return { board, ownerToken: await this.newMembers.makeToken(tx, place, owner) };
  }
}
