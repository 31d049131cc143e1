import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { BannerService } from './banner.service.js';
import { BoardChoiceService } from './board-choice.service.js';
import type { Connection } from './connection.js';
import { type Banner, NO_BANNER } from './domain/banner.js';
import { NOTICE_TOKENS, tokensOf } from './domain/budget.js';
import { type NoticeTail, NoticeTailService } from './notice-tail.service.js';

/** What stands around a result: the banner before it, unread notices behind it. */
export interface Surroundings {
  readonly banner: Banner;
  readonly tail: NoticeTail;
}

const NO_TAIL: NoticeTail = { ours: [], theirs: [] };

/** Asked for behind the call, so that what this proposed or settled shows. Never throws: the call is done by now. */
@Injectable()
export class SurroundingsService {
  constructor(
    private readonly boards: BoardChoiceService,
    private readonly banners: BannerService,
    private readonly notices: NoticeTailService,
  ) {}

  /** Of a call of a board. Notices take what room the banner leaves. None for a role that does not see the board. */
  async of(
    connection: Connection,
    board: BoardAccess,
    { hasNotices }: { readonly hasNotices: boolean },
  ): Promise<Surroundings> {
    if (board.scope !== undefined && !board.scope.seesBoard) return { banner: NO_BANNER, tail: NO_TAIL };
    const banner = await this.banners.of(connection, board);
    const room = NOTICE_TOKENS - tokensOf([...banner.ours, ...banner.theirs].join('\n'));
    return { banner, tail: hasNotices ? await this.notices.after(connection, board, room) : NO_TAIL };
  }

  /** The banner of a call about the named board, else the connection's or the only one; none where there is none. */
  async bannerOf(connection: Connection, named: string | undefined): Promise<Banner> {
    const board = await this.boards.choose(connection, named).catch(() => undefined);
    return board === undefined ? NO_BANNER : this.banners.of(connection, board);
  }
}
