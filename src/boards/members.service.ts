import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../auth/agents.repository.js';
import { refuseReservedName } from '../auth/domain/agent-names.js';
import type { Identity } from '../auth/domain/identity.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import type { WriteContext } from '../journal/journal-command.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { agentKey } from '../kernel/names.js';
import { badRequest } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { type BoardAccess, requireAdministrator } from './board-access.service.js';
import { boardDto } from './board-dto.js';
import type { BoardDto } from './boards.dto.js';
import { ANY_AGENT } from './domain/membership.js';
import { type Member, MembersRepository } from './members.repository.js';
import { RevocationsService } from './revocations.service.js';

export interface MemberRequest {
  readonly agent: string;
  readonly key: RequestKey | undefined;
  /** It is to administer the board too; absent: it stays what it is. */
  readonly isOwner?: boolean;
}

type Change = (context: WriteContext) => Promise<readonly EntryDraft[]>;

/** Who may use a board, changed by its operators and owners. */
@Injectable()
export class MembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly agents: AgentsRepository,
    private readonly writer: JournalWriter,
    private readonly settings: Settings,
    private readonly revocations: RevocationsService,
  ) {}

  /** Adds a member; repeating it is harmless. Operators and owners of the board only. */
  async add(caller: Identity, access: BoardAccess, request: MemberRequest): Promise<Answer<BoardDto>> {
    const { agent, isOwner = false } = request;
    refuseReservedName(agent, this.settings.operator);
    if (isOwner && agent === ANY_AGENT) throw badRequest('owner', 'belongs to no "*": an owner is named');
    return this.#change(caller, access, request, async ({ tx }) => {
      if (agent !== ANY_AGENT) await this.agents.register(tx, caller.workspaceId, agent);
      await this.members.add(tx, access.ref.boardId, { agent, source: 'api', isOwner });
      return [];
    });
  }

  /**
   * Takes a member away with all by which it is on the board, effective at the next request; repeating it is harmless.
   */
  async remove(caller: Identity, access: BoardAccess, request: MemberRequest): Promise<Answer<BoardDto>> {
    return this.#change(caller, access, request, async (context) => {
      // Whoever ends a contributor's token does so by its role.
      await this.members.refuseContributor(context.tx, access.ref.boardId, request.agent);
      await this.members.remove(context.tx, access.ref.boardId, request.agent);
      if (request.agent === ANY_AGENT) return [];
      const agent = await this.agents.spelling(caller.workspaceId, request.agent);
      const { ref: board, slug } = access;
      return this.revocations.revokeFor(context, { board, slug, agent, by: caller.agent });
    });
  }

  #change(
    caller: Identity,
    access: BoardAccess,
    { agent, key }: MemberRequest,
    change: Change,
  ): Promise<Answer<BoardDto>> {
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
