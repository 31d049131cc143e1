import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { AgreementModule } from '../coordination/agreement/agreement.module.js';
import { OpenLeasesModule } from '../coordination/leases/open-leases.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { ClaimsService } from './claims.service.js';
import { GistsController } from './gists.controller.js';
import { GistsService } from './gists.service.js';
import { LiveClaimsService } from './live-claims.service.js';
import { ReadingService } from './reading.service.js';
import { RecentViewService } from './recent-view.service.js';
import { RedactService } from './redact.service.js';
import { RelationsService } from './relations.service.js';
import { RevisionsRepository } from './revisions.repository.js';
import { StandingService } from './standing.service.js';
import { VerifierService } from './verifier.service.js';

@Module({
  imports: [AgreementModule, AuthModule, BoardsModule, JournalModule, OpenLeasesModule],
  controllers: [GistsController],
  providers: [
    ClaimsService,
    GistsService,
    LiveClaimsService,
    ReadingService,
    RecentViewService,
    RedactService,
    RelationsService,
    RevisionsRepository,
    StandingService,
    VerifierService,
  ],
  exports: [ClaimsService, GistsService, LiveClaimsService, ReadingService, RecentViewService, StandingService],
})
export class GistsModule {}
