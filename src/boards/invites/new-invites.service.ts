import { Injectable } from '@nestjs/common';
import { AgentNamesService } from '../../auth/agent-names.service.js';
import type { Identity } from '../../auth/domain/identity.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { BoardAccessService, requireAdministrator } from '../board-access.service.js';
import { InviteMaker } from './invite-maker.service.js';
import type { CreateInviteDto, NewInviteDto } from './invites.dto.js';

/** Invites somebody to a board, for its operators and owners. */
@Injectable()
export class NewInvitesService {
  constructor(
    private readonly access: BoardAccessService,
    private readonly names: AgentNamesService,
    private readonly maker: InviteMaker,
    private readonly writer: JournalWriter,
  ) {}

  /** Answers the URL, once. Throws `reserved_name`, and `already_exists` where the name means somebody already. */
  async create(caller: Identity, dto: CreateInviteDto, key: RequestKey | undefined): Promise<Answer<NewInviteDto>> {
    const board = await this.access.require(caller, dto.board);
    requireAdministrator(board);
    this.names.refuseReserved(dto.agent);
    return this.writer.write({
      kind: 'own',
      board: board.ref,
      key,
      decide: async (context) => {
        const agent = await this.names.register(context.tx, caller.workspaceId, dto.agent);
        const plan = { agent, createdBy: caller.agent, expiresInS: dto.expires_in_s };
        const { dto: made, stored } = await this.maker.make(context, board, plan);
        return {
          drafts: [{ kind: 'member', type: 'member.invited', author: caller.agent, content: agent }],
          answer: new Answer(201, made),
          stored,
        };
      },
    });
  }
}
