import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { LiveClaimsService } from '../../gists/live-claims.service.js';
import { Clock } from '../../kernel/clock.js';
import { groupBy } from '../../kernel/group-by.js';
import { agentKey } from '../../kernel/names.js';
import { isLive, type Lease } from '../leases/domain/lease.js';
import { OpenLeasesService } from '../leases/open-leases.service.js';

/** What an agent has taken on a board. */
export interface Holdings {
  /** Live ones, ascending. */
  readonly leases: readonly Lease[];
  /** Labels of live CLAIM notes, ascending. */
  readonly claims: readonly string[];
}

/** Tells who has taken what, for all agents of a board at once. */
@Injectable()
export class HoldingsService {
  constructor(
    private readonly openLeases: OpenLeasesService,
    private readonly liveClaims: LiveClaimsService,
    private readonly clock: Clock,
  ) {}

  /** As of the caller's head or later. */
  async on({ ref, head }: BoardAccess): Promise<(agent: string) => Holdings> {
    const { leases, nowMs } = await this.openLeases.at(ref, head);
    const claims = await this.liveClaims.on(ref, { head, nowMs: this.clock.now() });
    const live = leases.filter((lease) => isLive(lease, nowMs));
    const leasesOf = groupBy(live, ({ holder }) => agentKey(holder));
    const claimsOf = groupBy(claims, ({ author }) => agentKey(author));
    return (agent) => ({
      leases: leasesOf.get(agentKey(agent)) ?? [],
      claims: (claimsOf.get(agentKey(agent)) ?? []).map(({ label }) => label),
    });
  }
}
