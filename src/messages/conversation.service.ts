import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../auth/agents.repository.js';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { CurrentTextService } from '../journal/current-text.service.js';
import { type CurrentText, isJsonBody } from '../journal/domain/current-text.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { JournalEntry } from '../journal/domain/journal-entry.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { PostsRepository } from '../journal/posts.repository.js';
import type { Seq } from '../kernel/ids.js';
import { labelOf, seqOfPosition } from '../kernel/label.js';
import { foldReactions, type Reaction } from './domain/reactions.js';
import type { ListMessagesQuery, MessageDto, MessageListDto } from './messages.dto.js';

const DEFAULT_LIMIT = 50;

/** Messages as their ends read them. */
@Injectable()
export class ConversationService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly journal: JournalRepository,
    private readonly texts: CurrentTextService,
    private readonly agents: AgentsRepository,
  ) {}

  /** The caller's messages, newest first; an operator's list is of all members. */
  async list(caller: Identity, access: BoardAccess, query: ListMessagesQuery): Promise<MessageListDto> {
    const { limit = DEFAULT_LIMIT } = query;
    const other = query.with === undefined ? null : await this.agents.spelling(caller.workspaceId, query.with);
    const agent = isOperator(caller) ? null : caller.agent;
    const before = (query.before === undefined ? undefined : seqOfPosition(query.before)) ?? access.head + 1;
    const found = await this.posts.conversation(access.ref, { agent, other, before, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const oldest = shown.at(-1);
    return {
      board: access.slug,
      head: access.head,
      items: [...(await this.describe(access.ref, shown))],
      ...(found.length > limit && oldest !== undefined ? { next_before: labelOf(oldest.seq) } : {}),
    };
  }

  /** Posts with their current text and reactions, in the order given. */
  async describe(board: BoardRef, posts: readonly JournalEntry[]): Promise<readonly MessageDto[]> {
    const current = await this.texts.resolve(board, posts);
    const reactions = await this.#reactions(board, current);
    return current.map((each) => messageDto(each, reactions.get(each.entry.seq) ?? []));
  }

  async #reactions(board: BoardRef, posts: readonly CurrentText[]): Promise<ReadonlyMap<Seq, readonly Reaction[]>> {
    const seqsOf = ({ bearings }: CurrentText): readonly Seq[] =>
      bearings.filter(({ relation }) => relation === 'reacts').map(({ seq }) => seq);
    const entries = new Map(
      (await this.journal.bySeqs(board, posts.flatMap(seqsOf))).map((entry) => [entry.seq, entry]),
    );
    return new Map(
      posts.map((post) => [post.entry.seq, foldReactions(seqsOf(post).flatMap((seq) => entries.get(seq) ?? []))]),
    );
  }
}

export const messageDto = (current: CurrentText, reactions: readonly Reaction[]): MessageDto => {
  const { entry, isEdited, isDeleted } = current;
  const reply = entry.refs.find(({ relation }) => relation === 'replies');
  return {
    label: labelOf(entry.seq),
    type: entry.type,
    from: entry.author,
    to: entry.recipient,
    body: entry.content,
    json: isJsonBody(current),
    at: new Date(entry.createdAtMs).toISOString(),
    reply_to: reply === undefined ? null : labelOf(reply.seq),
    edited: isEdited,
    deleted: isDeleted,
    reactions: reactions.map(({ emoji, agents }) => ({ emoji, agents: [...agents] })),
  };
};
