import { Injectable } from '@nestjs/common';
import { AgentNamesService } from '../auth/agent-names.service.js';
import type { AgentName } from '../kernel/ids.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import type { WriteContext } from '../journal/journal-command.js';
import type { NamedBoard } from './board-access.service.js';
import { ANY_AGENT } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';
import { RevocationsService } from './revocations.service.js';

/** Takes members away with all by which they are on the board. */
@Injectable()
export class RemovalsService {
  constructor(
    private readonly names: AgentNamesService,
    private readonly members: MembersRepository,
    private readonly revocations: RevocationsService,
  ) {}

  /**
   * Removes an agent, or `*`, in the transaction of `context`; answers the entries that say what it lost. Repeating it is
   * harmless. Throws `already_exists` for a contributor to the board's goal.
   */
  async remove(
    context: WriteContext,
    { ref, slug }: NamedBoard,
    { agent, by }: { readonly agent: string; readonly by: AgentName },
  ): Promise<readonly EntryDraft[]> {
    // Whoever ends a contributor's token does so by its role.
    await this.members.refuseContributor(context.tx, ref.boardId, agent);
    await this.members.remove(context.tx, ref.boardId, agent);
    if (agent === ANY_AGENT) return [];
    const name = await this.names.spelling(ref.workspaceId, agent);
    return this.revocations.revokeFor(context, { board: ref, slug, agent: name, by });
  }
}
