import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { WriteContext } from '../journal/journal-command.js';
import type { AgentName } from '../kernel/ids.js';
import { labelOf } from '../kernel/label.js';
import { statusOf } from './domain/status-of.js';
import { RecentViewService } from './recent-view.service.js';

/** A live CLAIM, as far as others must know of it. */
export interface LiveClaim {
  readonly label: string;
  /** Folded, distinct. */
  readonly names: readonly string[];
}

/** Which CLAIM gists stand while something else is written. */
@Injectable()
export class LiveClaimsService {
  constructor(private readonly views: RecentViewService) {}

  /** By anybody but the agent, ascending. */
  async ofOthers(board: BoardRef, agent: AgentName, { head, tx, nowMs }: WriteContext): Promise<readonly LiveClaim[]> {
    const { items } = await this.views.at(board, head, tx);
    return items
      .filter(({ gist, bearings }) => gist.type === 'CLAIM' && statusOf(gist, bearings, nowMs) === 'live')
      .filter(({ gist }) => gist.author !== agent)
      .map(({ gist }) => ({ label: labelOf(gist.seq), names: gist.data.names ?? [] }));
  }
}
