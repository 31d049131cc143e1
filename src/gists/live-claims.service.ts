import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { EntityManager } from 'typeorm';
import type { AgentName, Seq } from '../kernel/ids.js';
import { labelOf } from '../kernel/label.js';
import { statusOf } from './domain/status-of.js';
import { RecentViewService } from './recent-view.service.js';

interface Moment {
  readonly head: Seq;
  /** By the application's clock. */
  readonly nowMs: number;
  readonly tx?: EntityManager;
}

/** A live CLAIM, as far as others must know of it. */
export interface LiveClaim {
  readonly label: string;
  readonly author: AgentName;
  /** Folded, distinct. */
  readonly names: readonly string[];
}

/** Which CLAIM gists stand. */
@Injectable()
export class LiveClaimsService {
  constructor(private readonly views: RecentViewService) {}

  /** As of `head` or later, ascending. Inside a writing transaction give its manager. */
  async on(board: BoardRef, { head, nowMs, tx }: Moment): Promise<readonly LiveClaim[]> {
    const { items } = await this.views.at(board, head, tx);
    return items
      .filter(({ gist, bearings }) => gist.type === 'CLAIM' && statusOf(gist, bearings, nowMs) === 'live')
      .map(({ gist }) => ({ label: labelOf(gist.seq), author: gist.author, names: gist.data.names ?? [] }));
  }
}
