import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { LiveClaimsService } from '../../gists/live-claims.service.js';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { Decision, WriteContext } from '../../journal/journal-command.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { labelOf } from '../../kernel/label.js';
import { Problem } from '../../kernel/problem.js';
import { redactSecrets } from '../../kernel/secrets.js';
import { capText, normaliseLine } from '../../kernel/text.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { claimsNaming } from './domain/claim-overlaps.js';
import { type ClaimDecision, type ClaimRequest, decideClaim } from './domain/decide-claim.js';
import { lapseMessage, leaseEntry, refsTo } from './domain/lease-entries.js';
import { type Lease, MAX_HELD_BY_AGENT, MAX_HELD_ON_BOARD } from './domain/lease.js';
import { conflictDto } from './lease-dto.js';
import { tooComplex } from './lease-problems.js';
import { type ClaimAnswerDto } from './lease-answers.dto.js';
import { type ClaimDto, DEFAULT_LEASE_S, MAX_INTENT } from './leases.dto.js';
import { LeasesRepository } from './leases.repository.js';
import { readResources } from './read-resources.js';

interface Claim extends ClaimRequest {
  readonly access: BoardAccess;
  readonly intent: string;
}

type Granted = Extract<ClaimDecision, { kind: 'granted' }>;
type Renewed = Extract<ClaimDecision, { kind: 'renewed' }>;

/** Grants leases. */
@Injectable()
export class ClaimService {
  constructor(
    private readonly leases: LeasesRepository,
    private readonly claims: LiveClaimsService,
    private readonly writer: JournalWriter,
  ) {}

  /**
   * All of the resources or none. What others hold is an answer and no error, and like a refusal it is judged anew when
   * the request is repeated. Throws `bad_request`, `too_many_leases`.
   */
  async claim(
    caller: Identity,
    access: BoardAccess,
    request: { readonly dto: ClaimDto; readonly key: RequestKey | undefined },
  ): Promise<Answer<ClaimAnswerDto>> {
    const { lease_s: leaseS = DEFAULT_LEASE_S, intent = '', resources } = request.dto;
    const claim: Claim = {
      access,
      agent: caller.agent,
      resources: readResources(resources),
      leaseS,
      intent: capText(redactSecrets(normaliseLine(intent)).text, MAX_INTENT).text,
    };
    try {
      const decide = (context: WriteContext): Promise<Decision<ClaimAnswerDto>> => this.#decide(claim, context);
      return await this.writer.write({ kind: 'own', board: access.ref, key: request.key, decide });
    } catch (error) {
      if (error instanceof HeldByOthers) return new Answer(200, error.answer);
      throw error;
    }
  }

  async #decide(claim: Claim, context: WriteContext): Promise<Decision<ClaimAnswerDto>> {
    const { leases, nowMs } = await this.leases.locked(context.tx, claim.access.ref);
    const decision = decideClaim(leases, claim, nowMs);
    switch (decision.kind) {
      case 'held': {
        const { slug: board } = claim.access;
        const conflicts = decision.conflicts.map((conflict) => conflictDto(conflict, nowMs));
        const leftOut = decision.leftOut === 0 ? {} : { left_out: decision.leftOut };
        throw new HeldByOthers({ board, head: context.head, ok: false, conflicts, ...leftOut });
      }
      case 'too-complex':
        throw tooComplex();
      case 'too-many':
        throw tooMany(decision.of, decision.held);
      case 'renewed':
        return this.#renew(claim, decision, context);
      case 'granted':
        return this.#grant(claim, { ...decision, nowMs }, context);
    }
  }

  async #renew(
    claim: Claim,
    { lease, expiresAtMs }: Renewed,
    context: WriteContext,
  ): Promise<Decision<ClaimAnswerDto>> {
    const { access, leaseS, agent: author } = claim;
    const intent = claim.intent === '' ? lease.intent : claim.intent;
    const renewed: Lease = { ...lease, expiresAtMs, intent, resources: leaseS === 0 ? [] : lease.resources };
    await this.leases.save(context.tx, access.ref, [renewed]);
    const { resources } = lease;
    const data = { lease_s: leaseS, expires_at: expiresAtMs };
    const refs = refsTo([lease], leaseS === 0 ? 'releases' : 'renews');
    const draft = leaseEntry({ type: 'renewed', author, resources, text: claim.intent, refs, data });
    const answer = await this.#answer(claim, { ...lease, expiresAtMs }, { isRenewed: true, context, written: 1 });
    return { drafts: [draft], answer: new Answer(200, answer) };
  }

  async #grant(
    claim: Claim,
    granted: Granted & { readonly nowMs: number },
    context: WriteContext,
  ): Promise<Decision<ClaimAnswerDto>> {
    const { access, agent: author, resources, leaseS, intent } = claim;
    const { expiresAtMs, reduced, taken, forgotten, nowMs } = granted;
    const seq = context.firstSeq;
    const lease: Lease = {
      seq,
      holder: author,
      resources,
      intent,
      grantedAtMs: nowMs,
      expiresAtMs,
      isLapseTold: false,
    };
    const gone = [...taken, ...forgotten].map((each) => ({ ...each, resources: [] }));
    await this.leases.save(context.tx, access.ref, [...reduced, ...gone]);
    if (leaseS > 0) await this.leases.insert(context.tx, access.ref, lease);
    const over = reduced.filter((each) => each.resources.length === 0);
    const type = leaseS === 0 ? 'touched' : 'granted';
    const data = { lease_s: leaseS, expires_at: expiresAtMs };
    const refs = refsTo([...over, ...taken], 'supersedes');
    const drafts: readonly EntryDraft[] = [
      leaseEntry({ type, author, resources, text: intent, refs, data }),
      ...taken.map((each) => lapseMessage(each, { by: author, seq })),
      ...forgotten.filter((each) => !each.isLapseTold).map((each) => lapseMessage(each, null)),
    ];
    const answer = await this.#answer(claim, lease, { isRenewed: false, context, written: drafts.length });
    return { drafts, answer: new Answer(201, answer) };
  }

  async #answer(
    { access, agent }: Claim,
    lease: Lease,
    { isRenewed, context, written }: { isRenewed: boolean; context: WriteContext; written: number },
  ): Promise<ClaimAnswerDto> {
    const claims = (await this.claims.on(access.ref, context)).filter(({ author }) => author !== agent);
    return {
      board: access.slug,
      head: context.head + written,
      ok: true,
      lease: labelOf(lease.seq),
      fence: lease.seq,
      expires_at: new Date(lease.expiresAtMs).toISOString(),
      renewed: isRenewed,
      resources: lease.resources.map(({ name }) => name),
      overlaps: [...claimsNaming(lease.resources, claims)],
    };
  }
}

/** Thrown, so that the transaction leaves nothing and no answer is kept for the request's key. */
class HeldByOthers extends Problem {
  constructor(readonly answer: ClaimAnswerDto) {
    super('lease_held', 'Others hold some of it.');
  }
}

const tooMany = (of: 'agent' | 'board', held: number): Problem =>
  of === 'agent'
    ? new Problem(
        'too_many_leases',
        `You would hold ${held} resources on this board; ${MAX_HELD_BY_AGENT} are the most. Release some, or claim a folder.`,
      )
    : new Problem(
        'too_many_leases',
        `The board would have ${held} held resources; ${MAX_HELD_ON_BOARD} are the most. Claim a folder, or wait.`,
      );
