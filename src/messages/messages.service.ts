import { Injectable } from '@nestjs/common';
import { type Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { KnownAgentsService } from '../boards/known-agents.service.js';
import { HEARTBEAT } from '../journal/domain/concerns.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import type { EntryRef } from '../journal/domain/journal-entry.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { agentKey } from '../kernel/names.js';
import { labelOf, seqOfLabel } from '../kernel/label.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { messageBody, messageText } from './domain/message-body.js';
import { checkPostType } from './domain/post-type.js';
import type { MessageAnswerDto, SendMessageDto } from './messages.dto.js';
import { isDeleted, isRedacted, PostsService, type VisiblePost } from './posts.service.js';

/** Stands for all members in the place of a name. */
const ALL = 'all';

export interface LabelRequest {
  readonly label: string;
  readonly key: RequestKey | undefined;
}

/** Sends messages from one member to another or to all, and lets their senders change them. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly posts: PostsService,
    private readonly known: KnownAgentsService,
    private readonly writer: JournalWriter,
    private readonly journal: JournalRepository,
  ) {}

  /** Throws `unknown_agent`, `too_large`, `bad_request`; `not_found` or `not_a_message` for `reply_to`. */
  async send(
    caller: Identity,
    access: BoardAccess,
    request: { dto: SendMessageDto; key: RequestKey | undefined },
  ): Promise<Answer<MessageAnswerDto>> {
    const { dto, key } = request;
    const post = postOf(dto);
    if (agentKey(post.to) === agentKey(caller.agent)) throw badRequest('to', 'is yourself; name another agent');
    return this.writer.writePrepared({ board: access.ref, key }, async () => {
      const recipient = post.isToAll ? null : await this.known.require(access, post.to);
      const refs = dto.reply_to === undefined ? [] : [await this.#replyRef(caller, access, dto.reply_to)];
      const draft: EntryDraft = { ...post.draft, kind: 'post', author: caller.agent, recipient, refs };
      return {
        kind: 'shared',
        board: access.ref,
        key,
        entryCount: 1,
        bytes: 512 + 4 * draft.content.length,
        decide: ({ firstSeq }) =>
          Promise.resolve({
            drafts: [draft],
            answer: new Answer(201, { board: access.slug, head: firstSeq, label: labelOf(firstSeq) }),
          }),
      };
    });
  }

  /** By its sender. The same text again changes nothing. Throws `not_found`, `forbidden`, `not_a_message`. */
  async edit(
    caller: Identity,
    access: BoardAccess,
    request: LabelRequest & { body: string },
  ): Promise<Answer<MessageAnswerDto>> {
    const content = messageText(request.body);
    return this.#change(caller, access, request, async (found, current) => {
      if (isDeleted(found)) throw new Problem('not_a_message', `${request.label} was deleted. Send a new message.`);
      if (isRedacted(found)) throw new Problem('not_a_message', `${request.label} was redacted. Send a new message.`);
      if (current === content) return null;
      return { kind: 'edit', type: 'edit', content, refs: refsTo(found, 'edits') };
    });
  }

  /** By its sender; repeating it is harmless. Throws `not_found`, `forbidden`, `not_a_message`. */
  async remove(caller: Identity, access: BoardAccess, request: LabelRequest): Promise<Answer<MessageAnswerDto>> {
    return this.#change(caller, access, request, async (found) =>
      isDeleted(found) ? null : { kind: 'deletion', type: 'deletion', content: '', refs: refsTo(found, 'deletes') },
    );
  }

  #change(
    caller: Identity,
    access: BoardAccess,
    { label, key }: LabelRequest,
    change: (found: VisiblePost, currentText: string) => Promise<Omit<EntryDraft, 'author' | 'recipient'> | null>,
  ): Promise<Answer<MessageAnswerDto>> {
    const { ref: board, slug } = access;
    const seq = seqOfLabel(label) ?? 0;
    return this.writer.write({
      kind: 'own',
      board,
      key,
      decide: async ({ tx, head }) => {
        const found = await this.posts.require(caller, access, seq, tx);
        if (found.post.author !== caller.agent) {
          throw new Problem(
            'forbidden',
            `${labelOf(seq)} is ${found.post.author}'s message; only its sender may change it.`,
          );
        }
        const edit = found.bearings.findLast(({ relation }) => relation === 'edits');
        const [latest] = edit === undefined ? [found.post] : await this.journal.bySeqs(board, [edit.seq], tx);
        const draft = await change(found, latest?.content ?? '');
        const drafts = draft === null ? [] : [{ ...draft, author: caller.agent, recipient: found.post.recipient }];
        return { drafts, answer: new Answer(200, { board: slug, head: head + drafts.length, label: labelOf(seq) }) };
      },
    });
  }

  async #replyRef(caller: Identity, access: BoardAccess, label: string): Promise<EntryRef> {
    const { post } = await this.posts.require(caller, access, seqOfLabel(label) ?? 0);
    return { seq: post.seq, relation: 'replies' };
  }
}

/** What a request posts, checked as far as it says itself. */
function postOf({ to = ALL, body, type = 'message', reply_to }: SendMessageDto) {
  const isToAll = agentKey(to) === ALL;
  checkPostType({ type, isToAll, isEmpty: body === '', isReply: reply_to !== undefined });
  if (type === HEARTBEAT) return { to, isToAll, draft: { type, content: '' } };
  const { content, isJson } = messageBody(body);
  return { to, isToAll, draft: { type, content, ...(isJson ? { data: { json: true } } : {}) } };
}

/** To the post, and to the edit before, whose text is no longer the current one. */
function refsTo({ post, bearings }: VisiblePost, relation: 'edits' | 'deletes'): readonly EntryRef[] {
  const previous = bearings.findLast((bearing) => bearing.relation === 'edits');
  const replaced: readonly EntryRef[] = previous === undefined ? [] : [{ seq: previous.seq, relation: 'replaces' }];
  return [{ seq: post.seq, relation }, ...replaced];
}
