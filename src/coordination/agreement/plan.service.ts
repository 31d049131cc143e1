import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { entryOf } from '../../journal/domain/entry-draft.js';
import type { Decision, WriteContext } from '../../journal/journal-command.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { AgentName } from '../../kernel/ids.js';
import { labelOf, seqOfPosition } from '../../kernel/label.js';
import { Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import type { ListProposalsQuery, ProposeDto } from './agreement.dto.js';
import type { PlanDto, ProposalAnswerDto, ProposalListDto } from './plan.dto.js';
import { agreementText } from './domain/agreement-text.js';
import { foldProposal, statusOfProposal } from './domain/fold-proposal.js';
import { proposalDraft, proposalOf } from './domain/proposal.js';
import { STATEMENT } from './domain/statement.js';
import { proposalDto } from './proposal-dto.js';
import { ProposalsRepository } from './proposals.repository.js';
import { VotersService, withProposer } from './voters.service.js';

const DEFAULT_REQUIRED = 2;
const DEFAULT_DEADLINE_S = 86_400;
const DEFAULT_LIMIT = 10;

interface Plan {
  readonly access: BoardAccess;
  readonly proposer: AgentName;
  readonly text: string;
  readonly required: number;
  readonly deadlineS: number;
  /** Undefined: the board's members. */
  readonly voters: readonly AgentName[] | undefined;
}

/** Proposes plans, and shows them. */
@Injectable()
export class PlanService {
  constructor(
    private readonly proposals: ProposalsRepository,
    private readonly voters: VotersService,
    private readonly writer: JournalWriter,
  ) {}

  /** Replaces the open proposal. Throws `unknown_agent`, `not_enough_voters`, `too_large`. */
  async propose(
    caller: Identity,
    access: BoardAccess,
    { dto, key }: { readonly dto: ProposeDto; readonly key: RequestKey | undefined },
  ): Promise<Answer<ProposalAnswerDto>> {
    const text = agreementText('text', dto.text);
    const board = access.ref;
    return this.writer.writePrepared({ board, key }, async () => {
      const plan: Plan = {
        access,
        proposer: caller.agent,
        text,
        required: dto.required ?? DEFAULT_REQUIRED,
        deadlineS: dto.deadline_s ?? DEFAULT_DEADLINE_S,
        voters: dto.voters === undefined ? undefined : await this.voters.named(access, dto.voters),
      };
      return { kind: 'own', board, key, decide: (context) => this.#decide(plan, context) };
    });
  }

  /** The newest proposal, whatever became of it. */
  async plan(access: BoardAccess): Promise<PlanDto> {
    const newest = await this.proposals.newest(access.ref);
    const proposal = newest === undefined ? null : proposalDto(newest, await this.proposals.nowMs());
    return { board: access.slug, head: access.head, proposal, statement: STATEMENT };
  }

  /** All proposals, newest first. */
  async list(access: BoardAccess, query: ListProposalsQuery): Promise<ProposalListDto> {
    const { limit = DEFAULT_LIMIT } = query;
    const before = (query.before === undefined ? undefined : seqOfPosition(query.before)) ?? access.head + 1;
    const found = await this.proposals.list(access.ref, { before, limit: limit + 1 });
    const nowMs = await this.proposals.nowMs();
    const items = found.slice(0, limit).map((state) => proposalDto(state, nowMs));
    const last = items.at(-1);
    const next = found.length > limit && last !== undefined ? { next_before: last.label } : {};
    return { board: access.slug, head: access.head, items, ...next };
  }

  async #decide(plan: Plan, { tx, firstSeq, nowMs }: WriteContext): Promise<Decision<ProposalAnswerDto>> {
    const { access, proposer, text, required, deadlineS } = plan;
    const others = plan.voters ?? (await this.voters.ofBoard(access.ref, tx));
    const voters = others === null ? null : withProposer(proposer, others);
    if (voters !== null && required > voters.length) throw tooFew(required, voters);
    const newest = await this.proposals.newest(access.ref, tx);
    const databaseMs = await this.proposals.nowMs(tx);
    const isOpen = newest !== undefined && statusOfProposal(newest, databaseMs) === 'open';
    const terms = { proposer, text, required, voters, deadlineMs: databaseMs + deadlineS * 1_000 };
    const draft = proposalDraft(terms, isOpen ? newest.proposal.seq : null);
    const made = proposalOf(entryOf(draft, firstSeq, nowMs));
    if (made === undefined) throw new Error(`${labelOf(firstSeq)} would propose nothing`);
    const proposal = proposalDto(foldProposal(made, []), databaseMs);
    return { drafts: [draft], answer: new Answer(201, { board: access.slug, head: firstSeq, proposal }) };
  }
}

function tooFew(required: number, voters: readonly AgentName[]): Problem {
  const message = `must be at most ${voters.length}: so many may answer (${voters.join(', ')})`;
  const detail = `required: is ${required}, and ${message}. Require fewer, name more voters, or have members added.`;
  return new Problem('not_enough_voters', detail, { errors: [{ path: 'required', message }] });
}
