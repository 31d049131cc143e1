import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Identity } from '../../auth/domain/identity.js';
import { Caller } from '../../auth/identity.guard.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { OnBoard } from '../../boards/membership.guard.js';
import type { Answer } from '../../platform/http/answer.js';
import { BoardParam, Documented } from '../../platform/http/api-docs.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { IdempotencyKey } from '../../platform/http/request-key.js';
import { ConfirmDto, DeclineDto, ListProposalsQuery, ProposalParams, ProposeDto, RevokeDto } from './agreement.dto.js';
import { PlanDto, ProposalAnswerDto, ProposalListDto } from './plan.dto.js';
import { AgreementService } from './agreement.service.js';
import { STATEMENT } from './domain/statement.js';
import { PlanService } from './plan.service.js';

const PROPOSAL = {
  label: 'G57',
  status: 'open',
  proposer: 'alice',
  text: 'Move the retry budget into src/net/budget.ts; bob keeps the tests.',
  at: '2026-11-30T13:05:07.123Z',
  deadline_at: '2026-12-01T13:05:07.123Z',
  required: 2,
  missing: 1,
  voters: ['alice', 'bob'],
  confirmed: [{ agent: 'bob', at: '2026-11-30T13:09:11.456Z', label: 'G58' }],
  declined: [],
  awaited: ['alice'],
  ended_by: null,
};
const ANSWER = { board: 'main', head: 58, proposal: PROPOSAL };
const CHANGE = {
  answer: ProposalAnswerDto,
  example: ANSWER,
  isWrite: true,
  problems: ['not_found', 'forbidden', 'not_open', 'timed_out'],
} as const;

@ApiTags('agreement')
@BoardParam()
@Controller('board/:board')
export class AgreementController {
  constructor(
    private readonly agreement: AgreementService,
    private readonly plans: PlanService,
  ) {}

  @Get('plan')
  @Documented({
    id: 'plan',
    summary: 'The newest proposal: who has confirmed it, who has declined, who is awaited',
    answer: PlanDto,
    example: { ...ANSWER, statement: STATEMENT },
    problems: ['not_found', 'timed_out'],
  })
  plan(@OnBoard() board: BoardAccess): Promise<PlanDto> {
    return this.plans.plan(board);
  }

  @Get('proposals')
  @Documented({
    id: 'listProposals',
    summary: 'Proposals, newest first',
    answer: ProposalListDto,
    example: { board: 'main', head: 58, items: [PROPOSAL] },
    problems: ['not_found', 'timed_out'],
  })
  list(@OnBoard() board: BoardAccess, @Query() query: ListProposalsQuery): Promise<ProposalListDto> {
    return this.plans.list(board, query);
  }

  @Post('proposals')
  @Documented({
    id: 'propose',
    summary: 'Proposes a plan that needs stated agreement; it replaces the open one',
    body: ProposeDto,
    bodies: { plan: { text: PROPOSAL.text, voters: ['bob'] } },
    answer: ProposalAnswerDto,
    example: ANSWER,
    status: 201,
    problems: ['not_found', 'unknown_agent', 'not_enough_voters', 'timed_out'],
    isWrite: true,
  })
  propose(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Body() dto: ProposeDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ProposalAnswerDto>> {
    return this.plans.propose(caller, board, { dto, key });
  }

  @Post('proposals/:proposal/confirm')
  @Documented({
    ...CHANGE,
    id: 'confirmProposal',
    summary: 'Confirms the open proposal by the exact statement; of an approved one it answers the state',
    body: ConfirmDto,
    bodies: { statement: { statement: STATEMENT } },
    problems: [...CHANGE.problems, 'wrong_statement'],
  })
  confirm(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { proposal }: ProposalParams,
    @Body() dto: ConfirmDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ProposalAnswerDto>> {
    return this.agreement.confirm(caller, board, { label: proposal, dto, key });
  }

  @Post('proposals/:proposal/decline')
  @Documented({
    ...CHANGE,
    id: 'declineProposal',
    summary: 'Declines the open proposal, for all to see; it stays open, and takes back a confirmation',
    body: DeclineDto,
    bodies: { reason: { reason: 'The budget is shared with src/rpc.' } },
  })
  decline(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { proposal }: ProposalParams,
    @Body() dto: DeclineDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ProposalAnswerDto>> {
    return this.agreement.decline(caller, board, { label: proposal, dto, key });
  }

  @Post('proposals/:proposal/revoke')
  @Documented({
    ...CHANGE,
    id: 'revokeProposal',
    summary: 'Ends the open proposal (its proposer or an operator); repeating it is harmless',
    body: RevokeDto,
    bodies: { reason: { reason: 'bob found G61' } },
  })
  revoke(
    @Caller() caller: Identity,
    @OnBoard() board: BoardAccess,
    @Param() { proposal }: ProposalParams,
    @Body() dto: RevokeDto,
    @IdempotencyKey() key: RequestKey | undefined,
  ): Promise<Answer<ProposalAnswerDto>> {
    return this.agreement.revoke(caller, board, { label: proposal, dto, key });
  }
}
