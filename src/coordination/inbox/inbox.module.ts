import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { BoardsModule } from '../../boards/boards.module.js';
import { JournalModule } from '../../journal/journal.module.js';
import { LeasesModule } from '../leases/leases.module.js';
import { NoticesModule } from '../../notices/notices.module.js';
import { InboxController } from './inbox.controller.js';
import { InboxRequestsService } from './inbox-requests.service.js';
import { InboxService } from './inbox.service.js';
import { UnreadEntriesService } from './unread-entries.service.js';
import { WaitService } from './wait.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule, LeasesModule, NoticesModule],
  controllers: [InboxController],
  providers: [InboxRequestsService, InboxService, UnreadEntriesService, WaitService],
  exports: [InboxRequestsService, InboxService],
})
export class InboxModule {}
