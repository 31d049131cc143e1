import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { STATEMENT } from '../coordination/agreement/domain/statement.js';
import { OpenProposalService } from '../coordination/agreement/open-proposal.service.js';
import { Logger } from '../platform/observability/logger.js';
import type { Connection } from './connection.js';
import { type Banner, bannerOf, NO_BANNER } from './domain/banner.js';

/** Keeps an open proposal before the eyes of every member, whatever they call. */
@Injectable()
export class BannerService {
  constructor(
    private readonly proposals: OpenProposalService,
    private readonly logger: Logger,
  ) {}

  /** Never throws: what the call was for is done by now. */
  async of({ toolsets, requestId }: Connection, board: BoardAccess): Promise<Banner> {
    try {
      const proposal = await this.proposals.of(board);
      if (proposal === undefined) return NO_BANNER;
      const hasTools = toolsets.includes('coordination');
      return bannerOf({ board: board.slug, proposal, statement: STATEMENT, hasTools });
    } catch (error) {
      this.logger.warn({ requestId, err: error }, 'a result went out without its banner');
      return NO_BANNER;
    }
  }
}
