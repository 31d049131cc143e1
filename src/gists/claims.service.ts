import { Injectable } from '@nestjs/common';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { viewerOf } from '../boards/viewer.js';
import { KnownAgentsService } from '../boards/known-agents.service.js';
import { isVisibleTo } from '../journal/domain/visibility.js';
import type { EntryDraft } from '../journal/domain/entry-draft.js';
import { JournalWriter } from '../journal/journal-writer.js';
import type { Decision, WriteContext } from '../journal/journal-command.js';
import type { AgentName, Seq } from '../kernel/ids.js';
import { labelOf, seqOfLabel } from '../kernel/label.js';
import { agentKey } from '../kernel/names.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { redactSecrets } from '../kernel/secrets.js';
import { normaliseLine } from '../kernel/text.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import type { ReleaseAnswerDto, ReleaseDto } from './claims.dto.js';
import { isGist } from './domain/note-types.js';
import type { RelatedGist } from './domain/related-gist.js';
import { statusOf } from './domain/status-of.js';
import { RecentViewService } from './recent-view.service.js';
import { RevisionsRepository } from './revisions.repository.js';

interface Release {
  readonly caller: Identity;
  readonly access: BoardAccess;
  readonly seq: Seq;
  readonly outcome: ReleaseDto['outcome'];
  readonly to: AgentName | null;
  readonly note: string;
}

/** Ends claims. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly revisions: RevisionsRepository,
    private readonly views: RecentViewService,
    private readonly known: KnownAgentsService,
    private readonly writer: JournalWriter,
  ) {}

  /**
   * By its author or an operator; repeating it is harmless. The label of a claim that was renewed since releases the
   * renewed one. Throws `not_found`, `not_a_claim`, `forbidden`, `unknown_agent`.
   */
  async release(
    caller: Identity,
    access: BoardAccess,
    request: { label: string; dto: ReleaseDto; key: RequestKey | undefined },
  ): Promise<Answer<ReleaseAnswerDto>> {
    const { outcome, to, note = '' } = request.dto;
    if (to !== undefined && outcome !== 'handoff') throw badRequest('to', 'goes with the outcome "handoff" only');
    if (to !== undefined && agentKey(to) === agentKey(caller.agent)) {
      throw badRequest('to', 'is yourself; name another agent, or leave it out');
    }
    const { ref: board } = access;
    const { key } = request;
    return this.writer.writePrepared({ board, key }, async () => {
      const release: Release = {
        caller,
        access,
        seq: seqOfLabel(request.label) ?? 0,
        outcome,
        to: to === undefined ? null : await this.known.require(access, to),
        note: redactSecrets(normaliseLine(note)).text,
      };
      return { kind: 'own', board, key, decide: (context) => this.#decide(release, context) };
    });
  }

  async #decide(release: Release, context: WriteContext): Promise<Decision<ReleaseAnswerDto>> {
    const claim = await this.#find(release, context);
    const status = statusOf(claim.gist, claim.bearings, context.nowMs);
    const isOver = status === 'released' || status === 'superseded';
    const drafts = isOver ? [] : draftsOf(release, claim, context.firstSeq);
    const answer: ReleaseAnswerDto = {
      board: release.access.slug,
      head: context.head + drafts.length,
      label: labelOf(claim.gist.seq),
      status: status === 'superseded' ? 'superseded' : 'released',
      message: drafts.length > 1 ? labelOf(context.firstSeq + 1) : null,
    };
    return { drafts, answer: new Answer(200, answer) };
  }

  async #find({ caller, access, seq }: Release, { tx, head, nowMs }: WriteContext): Promise<RelatedGist> {
    const found = await this.revisions.entry(access.ref, seq, tx);
    const viewer = viewerOf(caller, access);
    if (found === undefined || !isVisibleTo(viewer, found.entry))
      throw new Problem('not_found', `There is no ${labelOf(seq)} on this board.`);
    const { entry, bearings } = found;
    if (!isGist(entry) || entry.type !== 'CLAIM')
      throw new Problem('not_a_claim', `${labelOf(seq)} is no CLAIM. Name the label of one.`);
    const claim = { gist: entry, bearings };
    if (claim.gist.author !== caller.agent && !isOperator(caller)) {
      throw new Problem(
        'forbidden',
        `${labelOf(seq)} is ${claim.gist.author}'s claim: its author or an operator may release it.`,
      );
    }
    if (statusOf(claim.gist, claim.bearings, nowMs) !== 'superseded') return claim;
    const { items } = await this.views.at(access.ref, head, tx);
    return items.findLast((item) => isRenewalOf(item, claim)) ?? claim;
  }
}

const isRenewalOf = ({ gist, bearings }: RelatedGist, { gist: claim }: RelatedGist): boolean =>
  gist.type === 'CLAIM' &&
  gist.author === claim.author &&
  gist.searchText === claim.searchText &&
  !bearings.some(({ relation }) => relation === 'supersedes');

function draftsOf({ caller, outcome, to, note }: Release, { gist }: RelatedGist, firstSeq: Seq): readonly EntryDraft[] {
  const label = labelOf(gist.seq);
  const release: EntryDraft = {
    kind: 'release',
    type: outcome,
    author: caller.agent,
    content: note,
    workLabel: gist.workLabel,
    refs: [{ seq: gist.seq, relation: 'releases' }],
  };
  if (to === null) return [release];
  // Without a copy of the claim's text, which an operator may redact; of the note it is one, and says so.
  const body = `I hand my claim ${label} over to you.${note === '' ? '' : ` ${note}`}`;
  const refs = [{ seq: firstSeq, relation: 'copies' as const }];
  return [release, { kind: 'post', type: 'handoff', author: caller.agent, recipient: to, content: body, refs }];
}
