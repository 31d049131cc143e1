import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { NewestToldService } from '../journal/newest-told.service.js';
import type { AgentName, Seq } from '../kernel/ids.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { unreadEvents } from './unshown.service.js';

/** An agent of a board. */
export interface Reader {
  readonly agent: AgentName;
  /** What is told to all counts above it; undefined: nothing does, since the agent has not come by yet. */
  readonly joinedSeq: Seq | undefined;
}

/** Counts what each of many agents has not been shown of messages and coordination entries; shows nothing of it. */
@Injectable()
export class UnreadCountsService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly told: NewestToldService,
  ) {}

  /** In the order of the readers. Only the newest are looked at: 200 to all, and 50 to each reader. */
  async of(board: BoardRef, readers: readonly Reader[]): Promise<readonly number[]> {
    if (readers.length === 0) return [];
    const known = await Promise.all(
      readers.map(async (reader) => ({
        ...reader,
        state: await this.deliveries.state({ board, agent: reader.agent }),
      })),
    );
    const told = await this.told.read(
      board,
      known.map(({ agent, joinedSeq = Number.MAX_SAFE_INTEGER, state: { postCursor } }) => ({
        agent,
        after: postCursor,
        afterToAll: Math.max(postCursor, joinedSeq),
      })),
    );
    return known.map(({ state }, index) => unreadEvents({ state, addressed: told[index] ?? [] }).length);
  }
}
