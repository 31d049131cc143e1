import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { type BoardAccess, BoardAccessService, requireAdministrator } from '../board-access.service.js';
import { inviteDto } from './invite-dto.js';
import type { InviteDto, InviteListDto } from './invites.dto.js';
import { InvitesRepository } from './invites.repository.js';

const MOST_LISTED = 500;

/** The open invites of a board, listed and cancelled by its operators and owners. */
@Injectable()
export class InvitesService {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly access: BoardAccessService,
    private readonly writer: JournalWriter,
  ) {}

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
}
