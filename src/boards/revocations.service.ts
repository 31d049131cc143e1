import { Injectable } from '@nestjs/common';
import { TokensRepository } from '../auth/tokens.repository.js';
import { type Token, withoutBoard } from '../auth/domain/token.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import type { WriteContext } from '../journal/journal-command.js';
import type { AgentName } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { Settings } from '../platform/config/settings.js';
import { InvitesRepository } from './invites/invites.repository.js';
import { tokenDraft } from './domain/token-entries.js';

/** Somebody who has no way to a board any more. */
export interface Gone {
  readonly board: BoardRef;
  readonly slug: string;
  readonly agent: AgentName;
  /** Who saw to it. */
  readonly by: AgentName;
}

/**
 * What a slice takes from somebody who is gone, such as their leases: changed in the same transaction, with the board's
 * row locked. Answers the entries that say so.
 */
export type Leaving = (context: WriteContext, gone: Gone) => Promise<readonly EntryDraft[]>;

/** Ends all by which somebody is on a board. Every path that removes somebody calls it, in its own transaction. */
@Injectable()
export class RevocationsService {
  readonly #leavings: Leaving[] = [];

  constructor(
    private readonly tokens: TokensRepository,
    private readonly invites: InvitesRepository,
    private readonly settings: Settings,
  ) {}

  /** For slices that hold something for agents, once, when the module starts. */
  onLeaving(leaving: Leaving): void {
    this.#leavings.push(leaving);
  }

  /**
   * Somebody was removed: tokens made for this board alone end, others lose it, invites for and by the agent are
   * cancelled, and all that slices hold for it here is let go. Its streams and waits end when the entries are heard of.
   */
  async revokeFor(context: WriteContext, gone: Gone): Promise<readonly EntryDraft[]> {
    const drafts = await this.revokeTokens(context, gone);
    await this.invites.cancelOf(context.tx, gone.board.boardId, gone.agent);
    return [...drafts, ...(await this.#leave(context, gone))];
  }

  /** The tokens alone: for whom goes on under the same name by another one. */
  async revokeTokens(context: WriteContext, gone: Gone): Promise<readonly EntryDraft[]> {
    const { board, slug, agent, by } = gone;
    const drafts: EntryDraft[] = [];
    for (const token of await this.tokens.openers(context.tx, { ...board, agent, board: slug })) {
      if (token.boards === null) continue;
      const left = withoutBoard(token.boards, slug);
      if (left === null) await this.tokens.revoke(context.tx, token.id);
      else await this.tokens.setBoards(context.tx, token.id, left);
      drafts.push(tokenDraft('token.revoked', token, by));
    }
    return drafts;
  }

  /**
   * A token has ended: where its agent's name alone is not trusted and it was its last one here, the agent is gone. The
   * name of a role never is.
   */
  async afterToken(context: WriteContext, gone: Gone, kind: Token['kind']): Promise<readonly EntryDraft[]> {
    const { board, slug, agent } = gone;
    const hasAnother =
      (this.settings.auth === 'trusted' && kind !== 'role') ||
      agentKey(agent) === agentKey(this.settings.operator) ||
      (await this.tokens.openers(context.tx, { ...board, agent, board: slug })).length > 0;
    return hasAnother ? [] : this.#leave(context, gone);
  }

  async #leave(context: WriteContext, gone: Gone): Promise<readonly EntryDraft[]> {
    const drafts: EntryDraft[] = [];
    for (const leaving of this.#leavings) drafts.push(...(await leaving(context, gone)));
    return drafts;
  }
}
