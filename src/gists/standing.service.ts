import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { OpenProposalService } from '../coordination/agreement/open-proposal.service.js';
import type { ProposalDto } from '../coordination/agreement/plan.dto.js';
import { isLive, type Lease } from '../coordination/leases/domain/lease.js';
import { OpenLeasesService } from '../coordination/leases/open-leases.service.js';

/** What stands on a board beside its gists, by the database's clock. */
export interface Standing {
  readonly proposal: ProposalDto | undefined;
  /** Live ones, ascending. */
  readonly leases: readonly Lease[];
  /** At one head, the same tag is the same: leases and proposals end by time, and none begins without an entry. */
  readonly tag: string;
}

export const NOTHING_STANDS: Standing = { proposal: undefined, leases: [], tag: 'x-0' };

@Injectable()
export class StandingService {
  constructor(
    private readonly proposals: OpenProposalService,
    private readonly openLeases: OpenLeasesService,
  ) {}

  /** As of the caller's head or later. */
  async on(access: BoardAccess): Promise<Standing> {
    const proposal = await this.proposals.of(access);
    const { leases, nowMs } = await this.openLeases.at(access.ref, access.head);
    const live = leases.filter((lease) => isLive(lease, nowMs));
    return { proposal, leases: live, tag: `${proposal?.label ?? 'x'}-${live.length}` };
  }
}
