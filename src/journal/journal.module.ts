import { Module } from '@nestjs/common';
import { BoardCommit } from './board-commit.js';
import { FeedService } from './feed.service.js';
import { JournalWriter } from './journal-writer.js';
import { JournalRepository } from './journal.repository.js';

@Module({
  providers: [BoardCommit, FeedService, JournalRepository, JournalWriter],
  exports: [FeedService, JournalRepository, JournalWriter],
})
export class JournalModule {}
