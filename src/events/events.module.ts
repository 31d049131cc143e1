import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { EventEntriesService } from './event-entries.service.js';
import { EventStreamsService } from './event-streams.service.js';
import { EventsController } from './events.controller.js';
import { StreamAccessService } from './stream-access.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule],
  controllers: [EventsController],
  providers: [EventEntriesService, EventStreamsService, StreamAccessService],
})
export class EventsModule {}
