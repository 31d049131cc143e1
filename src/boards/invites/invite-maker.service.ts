import { Injectable } from '@nestjs/common';
import { newSecret } from '../../auth/secret.js';
import { TokensRepository } from '../../auth/tokens.repository.js';
import type { WriteContext } from '../../journal/journal-command.js';
import type { AgentName } from '../../kernel/ids.js';
import { Problem } from '../../kernel/problem.js';
import { Settings } from '../../platform/config/settings.js';
import type { Answer } from '../../platform/http/answer.js';
import type { NamedBoard } from '../board-access.service.js';
import { MembersRepository } from '../members.repository.js';
import { alreadyInvited, inviteDto } from './invite-dto.js';
import type { NewInviteDto } from './invites.dto.js';
import { InvitesRepository } from './invites.repository.js';

const DAY_S = 86_400;

/** What a new invite is for. */
interface InvitePlan {
  /** In the workspace's spelling. */
  readonly agent: AgentName;
  readonly createdBy: AgentName;
  /** How long it is open, in seconds; absent: a day. */
  readonly expiresInS: number | undefined;
}

/** An invite that was just made. Its code is in the URL of `dto` and nowhere else. */
interface MadeInvite {
  readonly dto: NewInviteDto;
  /** What a repeat of the request gets. */
  readonly stored: Answer<unknown>;
}

/** Makes invites; the only place where one has a code. */
@Injectable()
export class InviteMaker {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly members: MembersRepository,
    private readonly tokens: TokensRepository,
    private readonly settings: Settings,
  ) {}

  /**
   * Throws `already_exists` where the name is a contributor's, somebody is invited under it already, or uses the board by
   * a token: two people of one name could not be told apart.
   */
  async make(context: WriteContext, board: NamedBoard, plan: InvitePlan): Promise<MadeInvite> {
    const { tx, nowMs } = context;
    const { agent, createdBy, expiresInS = DAY_S } = plan;
    await this.#refuseTaken(context, board, agent);
    const { boardId } = board.ref;
    const secret = newSecret('gbi_');
    const expiresAtMs = (await this.tokens.now(tx)) + expiresInS * 1_000;
    const made = await this.invites.insert(tx, { boardId, agent, secret, createdBy, expiresAtMs }, nowMs);
    const url = `${this.settings.publicUrl}/join#${secret.text}`;
    return { dto: { ...inviteDto(made, board.slug), url }, stored: alreadyInvited(made) };
  }

  async #refuseTaken({ tx }: WriteContext, { ref, slug }: NamedBoard, agent: AgentName): Promise<void> {
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
