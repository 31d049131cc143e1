import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentsRepository } from '../auth/agents.repository.js';
import { refuseReservedName } from '../auth/domain/agent-names.js';
import type { Identity } from '../auth/domain/identity.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { agentKey } from '../kernel/names.js';
import { Settings } from '../platform/config/settings.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { type BoardAccess, requireAdministrator } from './board-access.service.js';
import { boardDto } from './board-dto.js';
import type { BoardDto } from './boards.dto.js';
import { ANY_AGENT } from './domain/membership.js';
import { type Member, MembersRepository } from './members.repository.js';

export interface MemberRequest {
  readonly agent: string;
  readonly key: RequestKey | undefined;
}

/** Who may use a board, changed by its operators and owners. */
@Injectable()
export class MembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly agents: AgentsRepository,
    private readonly writer: JournalWriter,
    private readonly settings: Settings,
  ) {}

  /** Adds a member; repeating it is harmless. Operators and owners of the board only. */
  async add(caller: Identity, access: BoardAccess, request: MemberRequest): Promise<Answer<BoardDto>> {
    const { agent } = request;
    refuseReservedName(agent, this.settings.operator);
    return this.#change(caller, access, request, async (tx) => {
      if (agent !== ANY_AGENT) await this.agents.register(tx, caller.workspaceId, agent);
      await this.members.add(tx, access.ref.boardId, { agent, source: 'api', isOwner: false });
    });
  }

  /** Takes a member away, effective at the next request; repeating it is harmless. */
  async remove(caller: Identity, access: BoardAccess, request: MemberRequest): Promise<Answer<BoardDto>> {
    return this.#change(caller, access, request, (tx) => this.members.remove(tx, access.ref.boardId, request.agent));
  }

  #change(
    caller: Identity,
    access: BoardAccess,
    { agent, key }: MemberRequest,
    change: (tx: EntityManager) => Promise<void>,
  ): Promise<Answer<BoardDto>> {
    requireAdministrator(access);
    const { ref: board, slug, createdAtMs } = access;
    return this.writer.write({
      kind: 'own',
      board,
      key,
      decide: async ({ tx, head }) => {
        const before = await this.members.list(board.boardId, tx);
        await change(tx);
        const members = await this.members.list(board.boardId, tx);
        const drafts = memberDrafts(caller, agent, { before, after: members });
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
