import { Module } from '@nestjs/common';
import { BoardCommit } from './board-commit.js';
import { BroadcastsRepository } from './broadcasts.repository.js';
import { BroadcastsService } from './broadcasts.service.js';
import { CurrentTextService } from './current-text.service.js';
import { FeedService } from './feed.service.js';
import { HeadsRepository } from './heads.repository.js';
import { ImportedEntriesRepository } from './imported-entries.repository.js';
import { JournalWriter } from './journal-writer.js';
import { JournalRepository } from './journal.repository.js';
import { KindsRepository } from './kinds.repository.js';
import { NamesRepository } from './names.repository.js';
import { NewestToldService } from './newest-told.service.js';
import { PostsRepository } from './posts.repository.js';
import { RedactionsService } from './redactions.service.js';
import { ToldService } from './told.service.js';
import { WaitersService } from './waiters.service.js';

@Module({
  providers: [
    BoardCommit,
    BroadcastsRepository,
    BroadcastsService,
    CurrentTextService,
    FeedService,
    HeadsRepository,
    ImportedEntriesRepository,
    JournalRepository,
    JournalWriter,
    KindsRepository,
    NamesRepository,
    NewestToldService,
    PostsRepository,
    RedactionsService,
    ToldService,
    WaitersService,
  ],
  exports: [
    CurrentTextService,
    FeedService,
    ImportedEntriesRepository,
    JournalRepository,
    JournalWriter,
    KindsRepository,
    NamesRepository,
    NewestToldService,
    PostsRepository,
    RedactionsService,
    ToldService,
    WaitersService,
  ],
})
export class JournalModule {}
