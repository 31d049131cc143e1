import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import type { WriteContext } from '../journal/journal-command.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { agentKey } from '../kernel/names.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { type BoardAccess, requireAdministrator } from './board-access.service.js';
import { boardDto } from './board-dto.js';
import type { BoardDto } from './boards.dto.js';
import { type Member, MembersRepository } from './members.repository.js';

interface MemberWrite {
  readonly caller: Identity;
  readonly access: BoardAccess;
  /** Whose membership changes. */
  readonly agent: string;
  readonly key: RequestKey | undefined;
}

/** Answers the entries that are written beside that of the member. */
type Change = (context: WriteContext) => Promise<readonly EntryDraft[]>;

/** Changes who is a member of a board and writes it down, in one commit. */
@Injectable()
export class MemberCommitsService {
  constructor(
    private readonly members: MembersRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** Answers the board as it is afterwards. Throws `forbidden`, and what the change refuses. */
  commit({ caller, access, agent, key }: MemberWrite, change: Change): Promise<Answer<BoardDto>> {
    requireAdministrator(access);
    const { ref: board, slug, createdAtMs } = access;
    return this.writer.write({
      kind: 'own',
      board,
      key,
      decide: async (context) => {
        const { tx, head } = context;
        const before = await this.members.list(board.boardId, tx);
        const further = await change(context);
        const members = await this.members.list(board.boardId, tx);
        const drafts = [...memberDrafts(caller, agent, { before, after: members }), ...further];
        const answer = new Answer(200, boardDto({ slug, createdAtMs, members, head: head + drafts.length }));
        return { drafts, answer };
      },
    });
  }
}

/** What happened, for the journal: an entry that only operators see, and none where nothing changed. */
function memberDrafts(
  caller: Identity,
  agent: string,
  members: { readonly before: readonly Member[]; readonly after: readonly Member[] },
): readonly EntryDraft[] {
  const isIn = (list: readonly Member[]): boolean =>
    list.some((member) => member.agentKey === agentKey(agent) && member.source !== 'seen');
  if (isIn(members.before) === isIn(members.after)) return [];
  const type = isIn(members.after) ? 'member.added' : 'member.removed';
  return [{ kind: 'member', type, author: caller.agent, content: agent }];
}
