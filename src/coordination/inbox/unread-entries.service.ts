import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { Viewer } from '../../journal/domain/visibility.js';
import { ToldService } from '../../journal/told.service.js';
import type { Seq } from '../../kernel/ids.js';
import { eventsOf, type NoticeEvent } from '../../notices/domain/events.js';
import { UnshownService } from '../../notices/unshown.service.js';
import { type InboxFilter, isAskedFor, type Looked } from './domain/inbox.js';

/** Entries of each kind that are read in one go, and how often: a filter may find nothing in thousands. */
const AT_ONCE = 250;
const MAX_READS = 20;

export interface Found {
  readonly looked: Looked;
  /** Those that are asked for; perhaps more than the limit. */
  readonly asked: readonly NoticeEvent[];
  /** False: there are entries that were not looked at. */
  readonly isAll: boolean;
}

/** Looks through what an agent has not been shown, until it has found enough. */
@Injectable()
export class UnreadEntriesService {
  constructor(
    private readonly unshown: UnshownService,
    private readonly told: ToldService,
  ) {}

  async look(
    viewer: Viewer,
    access: BoardAccess,
    wanted: { readonly filter: InboxFilter; readonly withHeartbeats: boolean; readonly limit: number },
  ): Promise<Found> {
    const { ref: board, head, joinedSeq } = access;
    const { filter, withHeartbeats, limit } = wanted;
    const { postCursor: cursor, confirmedPosts } = await this.unshown.state(viewer.agent, access);
    const confirmed = new Set(confirmedPosts);
    const wasShown = (seq: Seq): boolean => seq <= cursor || confirmed.has(seq);
    const unread: NoticeEvent[] = [];
    let [position, upTo, isUnbroken] = [cursor, cursor, true];
    const asked = (): readonly NoticeEvent[] => unread.filter(({ current }) => isAskedFor(filter, current.entry));
    for (let reads = 0; reads < MAX_READS && position < head && asked().length <= limit; reads += 1) {
      const broadcasts = withHeartbeats ? 'told and heartbeats' : 'told';
      const range = { after: position, head, joinedSeq, limit: AT_ONCE };
      const told = await this.told.read({ board, viewer, wanted: broadcasts, ...range });
      unread.push(...eventsOf(told.entries, wasShown).filter(({ seq }) => !confirmed.has(seq)));
      if (isUnbroken) upTo = told.upTo;
      // What lies between is not asked for; the cursor stops before it.
      isUnbroken &&= filter.after <= told.upTo;
      position = Math.max(told.upTo, Math.min(filter.after, head));
    }
    return { looked: { cursor, upTo, unread }, asked: asked(), isAll: position >= head };
  }
}
