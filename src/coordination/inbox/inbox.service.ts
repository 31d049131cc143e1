import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { viewerOf } from '../../boards/viewer.js';
import type { Viewer } from '../../journal/domain/visibility.js';
import type { AgentName, Seq } from '../../kernel/ids.js';
import { Problem } from '../../kernel/problem.js';
import { DeliveryWriter } from '../../notices/delivery-writer.js';
import { postsShownUpTo } from '../../notices/domain/delivery-state.js';
import type { NoticeEvent } from '../../notices/domain/events.js';
import { eventDto } from '../../notices/event-dto.js';
import { type InboxFilter, prefixEnd } from './domain/inbox.js';
import type { InboxCursorDto, InboxDto } from './inbox.dto.js';
import { UnreadEntriesService } from './unread-entries.service.js';

/** What is asked of an inbox. */
export interface InboxRequest {
  readonly filter: InboxFilter;
  readonly withHeartbeats: boolean;
  readonly limit: number;
  /** What is answered counts as shown. */
  readonly ack: boolean;
}

/** Some unread entries, and what becomes of the cursor when they were shown. */
export interface Unread {
  readonly items: readonly NoticeEvent[];
  readonly cursor: Seq;
  readonly to: Seq;
  readonly hasMore: boolean;
}

/** Unread messages and coordination entries of an agent. */
@Injectable()
export class InboxService {
  constructor(
    private readonly entries: UnreadEntriesService,
    private readonly deliveries: DeliveryWriter,
  ) {}

  /** The oldest of those that are asked for; the cursor moves over the unbroken prefix of all that is visible. */
  async read(caller: Identity, access: BoardAccess, request: InboxRequest): Promise<InboxDto> {
    return this.answer(caller, access, {
      unread: await this.find(viewerOf(caller, access), access, request),
      ack: request.ack,
    });
  }

  /** The same without any answer: nothing counts as shown. */
  async find(viewer: Viewer, access: BoardAccess, request: Omit<InboxRequest, 'ack'>): Promise<Unread> {
    const { looked, asked, isAll } = await this.entries.look(viewer, access, request);
    const items = asked.slice(0, request.limit);
    const hasMore = asked.length > items.length || !isAll;
    return { items, cursor: looked.cursor, to: prefixEnd(looked, items), hasMore };
  }

  async answer(
    caller: Identity,
    access: BoardAccess,
    { unread, ack }: { readonly unread: Unread; readonly ack: boolean },
  ): Promise<InboxDto> {
    const { items, to, hasMore } = unread;
    const cursor = ack && to > unread.cursor ? await this.#move(caller.agent, access, to) : unread.cursor;
    return { board: access.slug, head: access.head, items: items.map(eventDto), to, cursor, more: hasMore };
  }

  /** Repeating it is harmless. Throws `not_offered` beyond the board's head. */
  async acknowledge(caller: Identity, access: BoardAccess, to: Seq): Promise<InboxCursorDto> {
    if (to > access.head) {
      const message = `${to} is beyond ${access.head}, the newest entry of ${access.slug}`;
      throw new Problem('not_offered', `to: ${message}.`, { errors: [{ path: 'to', message }] });
    }
    return { board: access.slug, cursor: await this.#move(caller.agent, access, to) };
  }

  #move(agent: AgentName, { ref: board }: BoardAccess, to: Seq): Promise<Seq> {
    return this.deliveries.change({
      keys: [{ board, agent }],
      decide: (states) => {
        const after = states.map((state) => postsShownUpTo(state, to));
        return { states: after, result: after[0]?.postCursor ?? 0 };
      },
    });
  }
}
