import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { KnownAgentsService } from '../../boards/known-agents.service.js';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { Decision, WriteContext } from '../../journal/journal-command.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { AgentName, Seq } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import { agentKey } from '../../kernel/names.js';
import { badRequest } from '../../kernel/problem.js';
import { redactSecrets } from '../../kernel/secrets.js';
import { normaliseLine } from '../../kernel/text.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { decideRelease, type ReleaseTarget } from './domain/decide-release.js';
import { leaseEntry, named, refsTo, resourcesOfEntry } from './domain/lease-entries.js';
import type { Lease } from './domain/lease.js';
import type { Resource } from './domain/resource.js';
import { refusalOf } from './lease-problems.js';
import type { ReleaseLeaseAnswerDto } from './lease-answers.dto.js';
import type { ReleaseLeaseDto } from './leases.dto.js';
import { LeasesRepository } from './leases.repository.js';

/** A lease by its seq, or resources whichever leases hold them. */
export type Released = { readonly seq: Seq } | { readonly resources: readonly Resource[] };

interface Release {
  readonly caller: Identity;
  readonly access: BoardAccess;
  readonly what: Released;
  readonly outcome: ReleaseLeaseDto['outcome'];
  readonly to: AgentName | null;
  readonly note: string;
  readonly fence: Seq | undefined;
}

/** Ends leases, by their holder. */
@Injectable()
export class ReleaseLeaseService {
  constructor(
    private readonly leases: LeasesRepository,
    private readonly journal: JournalRepository,
    private readonly known: KnownAgentsService,
    private readonly writer: JournalWriter,
  ) {}

  /** All that is named, or nothing. Throws `not_claimed`, `lease_held`, `stale_fence`, `unknown_agent`. */
  async release(
    caller: Identity,
    access: BoardAccess,
    request: { readonly what: Released; readonly dto: ReleaseLeaseDto; readonly key: RequestKey | undefined },
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    const { what, key } = request;
    const { outcome, to, note = '', fence } = request.dto;
    if (to !== undefined && outcome !== 'handoff') throw badRequest('to', 'goes with the outcome "handoff" only');
    if (to !== undefined && agentKey(to) === agentKey(caller.agent))
      throw badRequest('to', 'is yourself; name another agent, or leave it out');
    const { ref: board } = access;
    return this.writer.writePrepared({ board, key }, async () => {
      const recipient = to === undefined ? null : await this.known.require(access, to);
      const text = redactSecrets(normaliseLine(note)).text;
      const release: Release = { caller, access, what, outcome, to: recipient, note: text, fence };
      return { kind: 'own', board, key, decide: (context) => this.#decide(release, context) };
    });
  }

  async #decide(release: Release, context: WriteContext): Promise<Decision<ReleaseLeaseAnswerDto>> {
    const { access, caller, what, fence } = release;
    const { leases, nowMs } = await this.leases.locked(context.tx, access.ref);
    const target = await this.#target(release, context);
    const decision = decideRelease(leases, { agent: caller.agent, target, fence }, nowMs);
    if (decision.kind !== 'released') throw refusalOf(decision, 'seq' in what ? what.seq : null);
    await this.leases.save(context.tx, access.ref, decision.leases);
    const drafts = draftsOf(release, decision, context.firstSeq);
    const labels = (some: readonly Lease[]): string[] => some.map(({ seq }) => labelOf(seq));
    const answer: ReleaseLeaseAnswerDto = {
      board: access.slug,
      head: context.head + drafts.length,
      ended: labels(decision.leases.filter(({ resources }) => resources.length === 0)),
      kept: labels(decision.leases.filter(({ resources }) => resources.length > 0)),
      message: drafts.length > 1 ? labelOf(context.firstSeq + 1) : null,
    };
    return { drafts, answer: new Answer(200, answer) };
  }

  /** What a label held is known from its entry also when it is over. */
  async #target({ access, what }: Release, { tx }: WriteContext): Promise<ReleaseTarget> {
    if ('resources' in what) return { kind: 'resources', resources: what.resources };
    const [entry] = await this.journal.bySeqs(access.ref, [what.seq], tx);
    return { kind: 'label', seq: what.seq, was: resourcesOfEntry(entry) };
  }
}

function draftsOf(
  { caller, outcome, to, note }: Release,
  { leases, resources }: { readonly leases: readonly Lease[]; readonly resources: readonly Resource[] },
  firstSeq: Seq,
): readonly EntryDraft[] {
  const author = caller.agent;
  const over = leases.filter((lease) => lease.resources.length === 0);
  const refs = refsTo(over, 'releases');
  const entry = leaseEntry({ type: 'released', author, resources, text: note, refs, data: { outcome } });
  if (to === null) return [entry];
  const body = `I hand over to you what I held: ${named(resources)}.${note === '' ? '' : ` ${note}`}`;
  const copies = [{ seq: firstSeq, relation: 'copies' as const }];
  return [entry, { kind: 'post', type: 'handoff', author, recipient: to, content: body, refs: copies }];
}
