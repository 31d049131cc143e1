import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { AgreementModule } from '../coordination/agreement/agreement.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { GistsModule } from '../gists/gists.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { LeasesModule } from '../coordination/leases/leases.module.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliveryWriter } from './delivery-writer.js';
import { NoticeLeasesService } from './notice-leases.service.js';
import { NoticesController } from './notices.controller.js';
import { PendingService } from './pending.service.js';
import { SessionWarningsService } from './session-warnings.service.js';
import { ShownService } from './shown.service.js';
import { SnapshotService } from './snapshot.service.js';
import { SubjectIdentityService } from './subject-identity.service.js';
import { SubjectService } from './subject.service.js';
import { UnreadCountsService } from './unread-counts.service.js';
import { UnreadService } from './unread.service.js';
import { UnshownService } from './unshown.service.js';

@Module({
  imports: [AgreementModule, AuthModule, BoardsModule, GistsModule, JournalModule, LeasesModule],
  controllers: [NoticesController],
  providers: [
    DeliveriesRepository,
    DeliveryWriter,
    NoticeLeasesService,
    PendingService,
    SessionWarningsService,
    ShownService,
    SnapshotService,
    SubjectIdentityService,
    SubjectService,
    UnreadCountsService,
    UnreadService,
    UnshownService,
  ],
  exports: [
    DeliveryWriter,
    NoticeLeasesService,
    ShownService,
    SnapshotService,
    UnreadCountsService,
    UnreadService,
    UnshownService,
  ],
})
export class NoticesModule {}
