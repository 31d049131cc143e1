import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import type { InboxDto } from '../coordination/inbox/inbox.dto.js';
import { InboxService } from '../coordination/inbox/inbox.service.js';
import { cutToFit } from '../kernel/cut-to-fit.js';
import type { Connection } from './connection.js';
import { charactersOf, countFitting, roomIn } from './domain/budget.js';
import { eventLines, type ShownEvent } from './domain/notice-lines.js';
import { cutText } from './domain/call-text.js';
import { receiptOf } from './domain/receipt.js';
import type { ToolOutput } from './tool.js';

interface Ask {
  readonly maxTokens: number | undefined;
  /** Answers unread entries, the given number of them at most, and acknowledges nothing. */
  readonly read: (limit?: number) => Promise<InboxDto>;
  /** The call that gets more. */
  readonly again: string;
}

/** Shows unread entries as far as they fit; the first in any case, cut if need be. */
@Injectable()
export class UnreadOutputService {
  constructor(private readonly inbox: InboxService) {}

  /** They count as shown by being fetched; for a connection with a session of its own, by its receipt. */
  async show(
    { caller, instance }: Connection,
    board: BoardAccess,
    { maxTokens, read, again }: Ask,
  ): Promise<ToolOutput> {
    const found = await read();
    const room = charactersOf(roomIn(maxTokens));
    const sizes = found.items.map(sizeOf);
    const count = Math.max(countFitting(sizes, room), Math.min(1, sizes.length));
    const { items, to, more, head } = count < found.items.length ? await read(count) : found;
    const shown = items.map((event) => ({
      ...event,
      body: cutToFit(event.body, (body) => sizeOf({ ...event, body }) < room),
    }));
    const cut = items.filter(({ body }, index) => body !== shown[index]?.body);
    // The head that it was read at: a wait ends with a newer one than it began with.
    if (instance === undefined && to > found.cursor) await this.inbox.acknowledge(caller, { ...board, head }, to);
    return {
      ours: [
        `${items.length} unread on ${board.slug}`,
        ...(more ? [`There is more: ${again}`] : []),
        ...cut.map(({ label }) => cutText({ board: board.slug }, label)),
      ],
      theirs: shown.flatMap(eventLines),
      isFollowedByUnread: false,
      ...(instance === undefined ? {} : { receipt: receiptOf({ kind: 'inbox', board: board.slug, to }) }),
    };
  }
}

const sizeOf = (event: ShownEvent): number => eventLines(event).join('\n').length;
