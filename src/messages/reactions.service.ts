import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { labelOf, seqOfLabel } from '../kernel/label.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { Answer } from '../platform/http/answer.js';
import { foldReactions, isEmoji, MAX_OWN_REACTIONS, type Reaction } from './domain/reactions.js';
import type { MessageAnswerDto } from './messages.dto.js';
import type { LabelRequest } from './messages.service.js';
import { isDeleted, PostsService, type VisiblePost } from './posts.service.js';

/** Reactions on messages: by anyone who sees the message. */
@Injectable()
export class ReactionsService {
  constructor(
    private readonly posts: PostsService,
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** Sets or takes back the caller's reaction; repeating either is harmless. Throws `not_found`, `not_a_message`. */
  async set(
    caller: Identity,
    access: BoardAccess,
    request: LabelRequest & { emoji: string; isSet: boolean },
  ): Promise<Answer<MessageAnswerDto>> {
    const { emoji, isSet } = request;
    if (!isEmoji(emoji)) throw badRequest('emoji', 'must be one emoji, percent-encoded');
    const { ref: board, slug } = access;
    const seq = seqOfLabel(request.label) ?? 0;
    return this.writer.write({
      kind: 'own',
      board,
      key: request.key,
      decide: async ({ tx, head }) => {
        const found = await this.posts.require(caller, access, seq, tx);
        if (isDeleted(found)) throw new Problem('not_a_message', `${labelOf(seq)} was deleted.`);
        const own = (await this.#standing(board, found, tx)).filter(({ agents }) => agents.includes(caller.agent));
        const isThere = own.some((reaction) => reaction.emoji === emoji);
        if (isSet && !isThere && own.length >= MAX_OWN_REACTIONS) {
          throw badRequest('emoji', `is one too many: ${MAX_OWN_REACTIONS} different ones are the most; take one back`);
        }
        const drafts = isSet === isThere ? [] : [draftOf(caller, found, { emoji, isSet })];
        return { drafts, answer: new Answer(200, { board: slug, head: head + drafts.length, label: labelOf(seq) }) };
      },
    });
  }

  async #standing(board: BoardRef, { bearings }: VisiblePost, tx: EntityManager): Promise<readonly Reaction[]> {
    const seqs = bearings.filter(({ relation }) => relation === 'reacts').map(({ seq }) => seq);
    return foldReactions(await this.journal.bySeqs(board, seqs, tx));
  }
}

/** Addressed to the post's other end, so that it is seen by those who see the post and by nobody else. */
function draftOf(caller: Identity, { post }: VisiblePost, change: { emoji: string; isSet: boolean }): EntryDraft {
  return {
    kind: 'reaction',
    type: change.isSet ? 'added' : 'removed',
    author: caller.agent,
    recipient: caller.agent === post.author ? post.recipient : post.author,
    content: change.emoji,
    refs: [{ seq: post.seq, relation: 'reacts' }],
  };
}
