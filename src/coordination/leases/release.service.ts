import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { ClaimsService } from '../../gists/claims.service.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { seqOfLabel } from '../../kernel/label.js';
import { badRequest } from '../../kernel/problem.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import type { ReleaseLeaseAnswerDto } from './lease-answers.dto.js';
import type { ReleaseLeaseDto } from './leases.dto.js';
import { readResources } from './read-resources.js';
import { ReleaseLeaseService } from './release-lease.service.js';

export interface ReleaseRequest {
  readonly dto: ReleaseLeaseDto;
  readonly key: RequestKey | undefined;
}

/** Ends what an agent took, whether it holds (a lease) or only says so (a CLAIM). */
@Injectable()
export class ReleaseService {
  constructor(
    private readonly leases: ReleaseLeaseService,
    private readonly claims: ClaimsService,
    private readonly journal: JournalRepository,
  ) {}

  /** A lease or a CLAIM. Throws what `ReleaseLeaseService` or `ClaimsService` throws. */
  async byLabel(
    caller: Identity,
    access: BoardAccess,
    request: ReleaseRequest & { readonly label: string },
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    const seq = seqOfLabel(request.label) ?? 0;
    const [entry] = await this.journal.bySeqs(access.ref, [seq]);
    if (entry?.kind === 'gist') return this.#releaseClaim(caller, access, request);
    return this.leases.release(caller, access, { ...request, what: { seq } });
  }

  byResources(
    caller: Identity,
    access: BoardAccess,
    request: ReleaseRequest & { readonly resources: readonly string[] },
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    const resources = readResources(request.resources);
    return this.leases.release(caller, access, { ...request, what: { resources } });
  }

  async #releaseClaim(
    caller: Identity,
    access: BoardAccess,
    { label, dto, key }: ReleaseRequest & { readonly label: string },
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    const { fence, outcome, ...rest } = dto;
    if (fence !== undefined) throw badRequest('fence', 'goes with a lease; a CLAIM has none');
    const claimed = { ...rest, outcome: outcome === 'released' ? ('abandoned' as const) : outcome };
    const { status, body, isReplayed } = await this.claims.release(caller, access, { label, dto: claimed, key });
    const { board, head, message } = body;
    return new Answer(status, { board, head, ended: [body.label], kept: [], message }, isReplayed);
  }
}
