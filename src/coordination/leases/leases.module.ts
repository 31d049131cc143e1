import { Module, type OnModuleInit } from '@nestjs/common';
import { BoardsModule } from '../../boards/boards.module.js';
import { RevocationsService } from '../../boards/revocations.service.js';
import { GistsModule } from '../../gists/gists.module.js';
import { JournalModule } from '../../journal/journal.module.js';
import { BreakLeaseService } from './break-lease.service.js';
import { ClaimService } from './claim.service.js';
import { HeldLeasesController } from './held-leases.controller.js';
import { ImportedLeasesService } from './imported-leases.service.js';
import { LapsesService } from './lapses.service.js';
import { LeaseListService } from './lease-list.service.js';
import { LeasesController } from './leases.controller.js';
import { OpenLeasesModule } from './open-leases.module.js';
import { ReleaseLeaseService } from './release-lease.service.js';
import { ReleaseService } from './release.service.js';
import { RenewLeaseService } from './renew-lease.service.js';

@Module({
  imports: [BoardsModule, GistsModule, JournalModule, OpenLeasesModule],
  controllers: [LeasesController, HeldLeasesController],
  providers: [
    BreakLeaseService,
    ClaimService,
    ImportedLeasesService,
    LapsesService,
    LeaseListService,
    ReleaseLeaseService,
    ReleaseService,
    RenewLeaseService,
  ],
  exports: [BreakLeaseService, ClaimService, ImportedLeasesService, LapsesService, LeaseListService, ReleaseService],
})
export class LeasesModule implements OnModuleInit {
  constructor(
    private readonly revocations: RevocationsService,
    private readonly breaks: BreakLeaseService,
  ) {}

  /** Who is removed from a board, or has lost the last token for it, holds nothing there any more. */
  onModuleInit(): void {
    this.revocations.onLeaving((context, { board, agent, by }) =>
      this.breaks.breakWithin(context, board, { holder: agent, by, reason: 'the holder left the board' }),
    );
  }
}
