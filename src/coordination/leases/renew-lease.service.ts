import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { Seq } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { decideRenew } from './domain/decide-renew.js';
import { leaseEntry, refsTo } from './domain/lease-entries.js';
import { refusalOf } from './lease-problems.js';
import { type RenewAnswerDto } from './lease-answers.dto.js';
import { DEFAULT_LEASE_S, type RenewDto } from './leases.dto.js';
import { LeasesRepository } from './leases.repository.js';

/** Moves the end of leases. */
@Injectable()
export class RenewLeaseService {
  constructor(
    private readonly leases: LeasesRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** By the holder, while it is live; to 0 s ends it. Throws `not_claimed`, `lease_held`. */
  renew(
    { agent }: Identity,
    { ref: board, slug }: BoardAccess,
    request: { readonly seq: Seq; readonly dto: RenewDto; readonly key: RequestKey | undefined },
  ): Promise<Answer<RenewAnswerDto>> {
    const { seq, key } = request;
    const { lease_s: leaseS = DEFAULT_LEASE_S } = request.dto;
    return this.writer.write({
      kind: 'own',
      board,
      key,
      decide: async ({ tx, head }) => {
        const { leases, nowMs } = await this.leases.locked(tx, board);
        const decision = decideRenew(leases, { agent, seq, leaseS }, nowMs);
        if (decision.kind !== 'renewed') throw refusalOf(decision, seq);
        const { lease, expiresAtMs } = decision;
        const { resources } = lease;
        await this.leases.save(tx, board, [{ ...lease, expiresAtMs, resources: leaseS === 0 ? [] : resources }]);
        const refs = refsTo([lease], leaseS === 0 ? 'releases' : 'renews');
        const data = { lease_s: leaseS, expires_at: expiresAtMs };
        const expires_at = new Date(expiresAtMs).toISOString();
        return {
          drafts: [leaseEntry({ type: 'renewed', author: agent, resources, text: '', refs, data })],
          answer: new Answer(200, { board: slug, head: head + 1, lease: labelOf(seq), fence: seq, expires_at }),
        };
      },
    });
  }
}
