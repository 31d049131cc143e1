import { Injectable } from '@nestjs/common';
import { TokensRepository } from '../../auth/tokens.repository.js';
import { ANY_AGENT } from '../../boards/domain/membership.js';
import { MembersRepository } from '../../boards/members.repository.js';
import type { Gone } from '../../boards/revocations.service.js';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { WriteContext } from '../../journal/journal-command.js';
import type { AgentName } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import { agentKey } from '../../kernel/names.js';
import { Settings } from '../../platform/config/settings.js';
import { revokeDraft } from './domain/decide-answer.js';
import { isOutOfReach, statusOfProposal } from './domain/fold-proposal.js';
import { ProposalsRepository } from './proposals.repository.js';

/** Ends the open proposal of a board where somebody leaves without whom it can't be approved any more. */
@Injectable()
export class DepartedVotersService {
  constructor(
    private readonly proposals: ProposalsRepository,
    private readonly members: MembersRepository,
    private readonly tokens: TokensRepository,
    private readonly settings: Settings,
  ) {}

  /** The entry that ends it, by whoever saw to the leaving. What others confirmed goes with it: they are asked again. */
  async endWithin(context: WriteContext, gone: Gone): Promise<readonly EntryDraft[]> {
    const state = await this.proposals.newest(gone.board, context.tx);
    if (state === undefined) return [];
    if (statusOfProposal(state, await this.proposals.nowMs(context.tx)) !== 'open') return [];
    const here = await this.#here(context, gone, [state.proposal.proposer, ...(state.proposal.voters ?? [])]);
    if (here === 'all' || !isOutOfReach(state, (agent) => here.has(agentKey(agent)))) return [];
    const label = labelOf(state.proposal.seq);
    const reason = `${label} can not be approved any more: ${gone.agent} is not on this board now. Propose again.`;
    return [revokeDraft(state, gone.by, reason)];
  }

  /** Which of the agents may use the board, after the removal. */
  async #here({ tx }: WriteContext, { board, slug }: Gone, agents: readonly AgentName[]) {
    const members = await this.members.listNames(board.boardId, tx);
    if (members.some(({ agent }) => agent === ANY_AGENT)) return 'all';
    const named = members.filter(({ source }) => source !== 'seen' && source !== 'former');
    const here = new Set([...named.map(({ agent }) => agentKey(agent)), agentKey(this.settings.operator)]);
    for (const agent of agents) {
      if (here.has(agentKey(agent))) continue;
      const openers = await this.tokens.openers(tx, { ...board, agent, board: slug });
      if (openers.some(({ kind }) => kind === 'operator')) here.add(agentKey(agent));
    }
    return here;
  }
}
