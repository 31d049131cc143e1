import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../../auth/agents.repository.js';
import { refuseReservedName } from '../../auth/domain/agent-names.js';
import type { Identity } from '../../auth/domain/identity.js';
import { newSecret } from '../../auth/secret.js';
import { TokensRepository } from '../../auth/tokens.repository.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { WriteContext } from '../../journal/journal-command.js';
import type { AgentName } from '../../kernel/ids.js';
import { Problem } from '../../kernel/problem.js';
import { Settings } from '../../platform/config/settings.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { problemBody } from '../../platform/http/problem-document.js';
import { type BoardAccess, BoardAccessService, requireAdministrator } from '../board-access.service.js';
import { MembersRepository } from '../members.repository.js';
import type { CreateInviteDto, InviteDto, InviteListDto, NewInviteDto } from './invites.dto.js';
import { type Invite, InvitesRepository } from './invites.repository.js';

const DAY_S = 86_400;
const MOST_LISTED = 500;

/** Invites to a board, made and cancelled by its operators and owners. */
@Injectable()
export class InvitesService {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly access: BoardAccessService,
    private readonly agents: AgentsRepository,
    private readonly tokens: TokensRepository,
    private readonly writer: JournalWriter,
    private readonly settings: Settings,
    private readonly members: MembersRepository,
  ) {}

  /**
   * Answers the URL, once. Throws `already_exists` where somebody is invited under the name already, or uses the board
   * by a token: two people of one name could not be told apart.
   */
  async create(caller: Identity, dto: CreateInviteDto, key: RequestKey | undefined): Promise<Answer<NewInviteDto>> {
    const board = await this.#administered(caller, dto.board);
    refuseReservedName(dto.agent, this.settings.operator);
    const secret = newSecret('gbi_');
    return this.writer.write({
      kind: 'own',
      board: board.ref,
      key,
      decide: async (context) => {
        const { tx, nowMs } = context;
        const agent = await this.agents.register(tx, caller.workspaceId, dto.agent);
        await this.#refuseTaken(context, board, agent);
        const expiresAtMs = (await this.tokens.now(tx)) + (dto.expires_in_s ?? DAY_S) * 1_000;
        const { boardId } = board.ref;
        const made = await this.invites.insert(
          tx,
          { boardId, agent, secret, createdBy: caller.agent, expiresAtMs },
          nowMs,
        );
        const url = `${this.settings.publicUrl}/join#${secret.text}`;
        return {
          drafts: [{ kind: 'member', type: 'member.invited', author: caller.agent, content: agent }],
          answer: new Answer(201, { ...inviteDto(made, board.slug), url }),
          stored: alreadyInvited(made),
        };
      },
    });
  }

  async list(caller: Identity, slug: string): Promise<InviteListDto> {
    const { ref } = await this.#administered(caller, slug);
    const invites = await this.invites.list(ref.boardId, MOST_LISTED);
    return { items: invites.map((invite) => inviteDto(invite, slug)) };
  }

  /** Throws `not_found` where the board has no such open invite. */
  async cancel(
    caller: Identity,
    { id, board: slug, key }: { readonly id: number; readonly board: string; readonly key: RequestKey | undefined },
  ): Promise<Answer<InviteDto>> {
    const { ref } = await this.#administered(caller, slug);
    return this.writer.write({
      kind: 'own',
      board: ref,
      key,
      decide: async ({ tx }) => {
        const invite = await this.invites.openById(tx, ref.boardId, id);
        if (invite === undefined)
          throw new Problem('not_found', `The board has no open invite ${id}. GET /invites lists them.`);
        await this.invites.end(tx, id, 'cancelled');
        const { agent } = invite;
        return {
          drafts: [{ kind: 'member', type: 'member.uninvited', author: caller.agent, content: agent }],
          answer: new Answer(200, inviteDto(invite, slug)),
        };
      },
    });
  }

  async #administered(caller: Identity, slug: string): Promise<BoardAccess> {
    const board = await this.access.require(caller, slug);
    requireAdministrator(board);
    return board;
  }

  async #refuseTaken({ tx }: WriteContext, { ref, slug }: BoardAccess, agent: AgentName): Promise<void> {
    await this.members.refuseContributor(tx, ref.boardId, agent);
    const open = await this.invites.openFor(tx, ref.boardId, agent);
    if (open !== undefined) {
      const who = `${open.createdBy} has invited ${agent} already (invite ${open.id}).`;
      throw new Problem(
        'already_exists',
        `${who} Choose another name, or cancel that one: DELETE /invites/${open.id}?board=${slug}`,
      );
    }
    const tokens = await this.tokens.openers(tx, { ...ref, agent, board: slug });
    if (tokens.length === 0) return;
    throw new Problem(
      'already_exists',
      `${agent} has a token for this board. Choose another name, or make ${agent} one more token: POST /tokens`,
    );
  }
}

const inviteDto = (invite: Invite, board: string): InviteDto => ({
  id: invite.id,
  board,
  agent: invite.agent,
  prefix: invite.prefix,
  created_by: invite.createdBy,
  created_at: new Date(invite.createdAtMs).toISOString(),
  expires_at: new Date(invite.expiresAtMs).toISOString(),
});

function alreadyInvited({ id, prefix }: Invite): Answer<unknown> {
  const detail = `An earlier request with this key made invite ${id} (${prefix}...). Its URL was shown then and is not kept; cancel it and make another.`;
  return new Answer(409, problemBody(new Problem('already_created', detail, { members: { invite_id: id, prefix } })));
}
