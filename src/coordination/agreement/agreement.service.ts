import { Injectable } from '@nestjs/common';
import { type Identity, isOperator } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { type EntryDraft, entryOf } from '../../journal/domain/entry-draft.js';
import type { Decision, WriteContext } from '../../journal/journal-command.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { labelOf, seqOfLabel } from '../../kernel/label.js';
import { badRequest, Problem } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import type { ConfirmDto, DeclineDto, RevokeDto } from './agreement.dto.js';
import type { ProposalAnswerDto } from './plan.dto.js';
import { agreementText } from './domain/agreement-text.js';
import {
  type AnswerDecision,
  answerDraft,
  type AnswerRequest,
  decideAnswer,
  decideRevoke,
  MAX_ANSWERS,
  revokeDraft,
} from './domain/decide-answer.js';
import { evolveProposal, type ProposalState, statusOfProposal } from './domain/fold-proposal.js';
import { requireStatement } from './domain/statement.js';
import { proposalDto } from './proposal-dto.js';
import { ProposalsRepository } from './proposals.repository.js';

/** What is asked about one proposal. */
export interface ProposalRequest<Dto> {
  readonly label: string;
  readonly dto: Dto;
  readonly key: RequestKey | undefined;
}

interface Change {
  /** Whether it may happen, of a proposal as it is at that time. */
  decide(state: ProposalState, nowMs: number): AnswerDecision;
  draft(state: ProposalState): EntryDraft;
  /** Who may do it, for those who may not. */
  readonly refusal: (state: ProposalState) => string;
}

/** Answers to proposals. Each answers the state of the proposal, also where nothing had to be written. */
@Injectable()
export class AgreementService {
  constructor(
    private readonly proposals: ProposalsRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** Throws `wrong_statement` before anything else, `not_open`, `forbidden`. */
  async confirm(
    caller: Identity,
    access: BoardAccess,
    request: ProposalRequest<ConfirmDto>,
  ): Promise<Answer<ProposalAnswerDto>> {
    requireStatement(request.dto.statement);
    return this.#answer(access, request, { agent: caller.agent, kind: 'confirmed', text: '' });
  }

  /** An answer to all: it ends nothing. Throws `not_open`, `forbidden`, `too_large`. */
  async decline(
    caller: Identity,
    access: BoardAccess,
    request: ProposalRequest<DeclineDto>,
  ): Promise<Answer<ProposalAnswerDto>> {
    const text = agreementText('reason', request.dto.reason);
    return this.#answer(access, request, { agent: caller.agent, kind: 'declined', text });
  }

  /** By its proposer or an operator; repeating it is harmless. Throws `not_open`, `forbidden`, `too_large`. */
  async revoke(
    caller: Identity,
    access: BoardAccess,
    request: ProposalRequest<RevokeDto>,
  ): Promise<Answer<ProposalAnswerDto>> {
    const reason = request.dto.reason === undefined ? '' : agreementText('reason', request.dto.reason);
    const by = { agent: caller.agent, isOperator: isOperator(caller) };
    return this.#change(access, request, {
      decide: (state, nowMs) => decideRevoke(state, by, nowMs),
      draft: (state) => revokeDraft(state, caller.agent, reason),
      refusal: ({ proposal }) => `Only ${proposal.proposer} or an operator may revoke it. Decline it, and say why.`,
    });
  }

  #answer(
    access: BoardAccess,
    request: ProposalRequest<unknown>,
    answer: AnswerRequest,
  ): Promise<Answer<ProposalAnswerDto>> {
    return this.#change(access, request, {
      decide: (state, nowMs) => decideAnswer(state, answer, nowMs),
      draft: (state) => answerDraft(state, answer),
      refusal: ({ proposal: { voters } }) => `You are none of its voters: ${(voters ?? []).join(', ')}.`,
    });
  }

  #change(
    access: BoardAccess,
    { label, key }: ProposalRequest<unknown>,
    change: Change,
  ): Promise<Answer<ProposalAnswerDto>> {
    const seq = seqOfLabel(label) ?? 0;
    const decide = async ({ tx, head, firstSeq, nowMs }: WriteContext): Promise<Decision<ProposalAnswerDto>> => {
      const newest = await this.proposals.newest(access.ref, tx);
      const state = newest?.proposal.seq === seq ? newest : await this.proposals.bySeq(access.ref, seq, tx);
      const databaseMs = await this.proposals.nowMs(tx);
      if (state === undefined) throw notOpen(`${labelOf(seq)} is no proposal.`, newest, databaseMs);
      const { kind } = change.decide(state, databaseMs);
      if (kind === 'no-voter') throw new Problem('forbidden', `${labelOf(seq)}: ${change.refusal(state)}`);
      if (kind === 'not-open') throw notOpen(endOf(state, databaseMs), newest, databaseMs);
      if (kind === 'too-often') throw badRequest('label', TOO_OFTEN);
      const drafts = kind === 'nothing' ? [] : [change.draft(state)];
      const after = drafts.reduce((before, draft) => evolveProposal(before, entryOf(draft, firstSeq, nowMs)), state);
      const proposal = proposalDto(after, databaseMs);
      return { drafts, answer: new Answer(200, { board: access.slug, head: head + drafts.length, proposal }) };
    };
    return this.writer.write({ kind: 'own', board: access.ref, key, decide });
  }
}

const TOO_OFTEN = `names a proposal that you have answered ${MAX_ANSWERS} times; your last answer stands`;

function endOf(state: ProposalState, nowMs: number): string {
  const label = labelOf(state.proposal.seq);
  const by = state.end === null ? '' : ` by ${labelOf(state.end.seq)}`;
  return `${label} is ${statusOfProposal(state, nowMs)}${by}.`;
}

function notOpen(what: string, newest: ProposalState | undefined, nowMs: number): Problem {
  const isOpen = newest !== undefined && statusOfProposal(newest, nowMs) === 'open';
  const open = isOpen ? `Open is ${labelOf(newest.proposal.seq)}: read it first.` : 'No proposal is open.';
  return new Problem('not_open', `${what} ${open}`);
}
