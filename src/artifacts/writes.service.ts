import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OpenGoalService } from '../boards/roles/open-goal.service.js';
import type { Decision, WriteContext } from '../journal/journal-command.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { labelOf } from '../kernel/label.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import { inputDto, slotDto } from './artifact-dto.js';
import { ArtifactReadsRepository } from './artifact-reads.repository.js';
import type { WriteArtifactAnswerDto } from './artifact-answers.dto.js';
import type { WriteArtifactDto } from './artifacts.dto.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { artifactDraft } from './domain/artifact-entry.js';
import type { ArtifactVersion, Lane } from './domain/artifact-version.js';
import { contentBytes } from './domain/content.js';
import { decideVersion, type VersionDecision } from './domain/decide-version.js';
import { noRole, requireKind, requireWritable } from './domain/fence.js';
import { checkMediaType } from './domain/findings.js';
import { isSlotted, laneFor } from './domain/lane.js';

const SHARED = 'task-list';

interface Writing {
  readonly caller: Identity;
  readonly access: BoardAccess;
  readonly kind: string;
  readonly dto: WriteArtifactDto;
  readonly bytes: number;
}

/** Writes versions of documents, one transaction each. Whose it is comes from the credential. */
@Injectable()
export class WritesService {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly reads: ArtifactReadsRepository,
    private readonly goals: OpenGoalService,
    private readonly writer: JournalWriter,
  ) {}

  /**
   * Throws `invalid_kind`, `forbidden`, `bad_request`, `too_large`, `bad_content`; `version_conflict` with the newest
   * version as `current`; `goal_closed`, `unauthenticated` where that came to be while the body did.
   */
  async write(
    caller: Identity,
    access: BoardAccess,
    request: { readonly kind: string; readonly dto: WriteArtifactDto; readonly requestKey: RequestKey | undefined },
  ): Promise<Answer<WriteArtifactAnswerDto>> {
    const { kind, dto, requestKey } = request;
    requireKind(kind);
    if (access.scope === undefined) throw noRole();
    requireWritable(access.scope, kind);
    const bytes = contentBytes(dto.content);
    checkMediaType(kind, dto.content, dto.media_type ?? 'text/plain');
    const writing = { caller, access, kind, dto, bytes };
    return this.writer.write({
      kind: 'own',
      board: access.ref,
      key: requestKey,
      decide: (context) => this.#decide(writing, context),
    });
  }

  async #decide(writing: Writing, context: WriteContext): Promise<Decision<WriteArtifactAnswerDto>> {
    const { caller, access, kind, dto } = writing;
    const { tx, firstSeq, nowMs } = context;
    const board = access.ref;
    // Again: the body may have come late.
    const { scope, goal } = await this.goals.requireSeat(tx, caller, board);
    requireWritable(scope, kind);
    const newest = await this.artifacts.newest(board, kind, tx);
    const lane = laneFor(kind, caller.agent, isSlotted(kind, goal.roles, newest));
    const last = newest.find(({ slot }) => slot === lane.slot)?.version ?? 0;
    const decision = decideVersion(last, { ifVersion: dto.if_version, isShared: kind === SHARED });
    if (decision.kind !== 'write') throw refusalOf(decision, lane);
    const version: ArtifactVersion = {
      ...lane,
      version: decision.version,
      digest: createHash('sha256').update(dto.content).digest('hex'),
      bytes: writing.bytes,
      mediaType: dto.media_type ?? 'text/plain',
      author: caller.agent,
      role: scope.role,
      ordinal: scope.ordinal,
      inputs: await this.reads.of(board, caller.agent, tx),
      seq: firstSeq,
      createdAtMs: nowMs,
    };
    await this.artifacts.insert(tx, board, [version]);
    await this.artifacts.insertBody(tx, board, version, dto.content);
    return { drafts: [artifactDraft(version)], answer: new Answer(201, answerOf(access, version)) };
  }
}

function refusalOf(decision: Exclude<VersionDecision, { kind: 'write' }>, { kind, slot }: Lane): Problem {
  const { current } = decision;
  const now = current === 0 ? 'it is not there yet (version 0)' : `its newest version is ${current}`;
  if (decision.kind === 'unsaid')
    return badRequest('if_version', `is needed: several write ${kind}, so say which version you have seen; ${now}`);
  return new Problem('version_conflict', `if_version: ${kind}: ${now}. Read that, and write again.`, {
    errors: [{ path: 'if_version', message: now }],
    members: { current: { kind, slot: slotDto(slot), version: current } },
  });
}

const answerOf = ({ slug }: BoardAccess, version: ArtifactVersion): WriteArtifactAnswerDto => ({
  board: slug,
  head: version.seq,
  label: labelOf(version.seq),
  kind: version.kind,
  slot: slotDto(version.slot),
  version: version.version,
  bytes: version.bytes,
  digest: version.digest,
  inputs: version.inputs.map(inputDto),
});
