import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { BoardsModule } from '../../boards/boards.module.js';
import { JournalModule } from '../../journal/journal.module.js';
import { AbandonedUploadsService } from './abandoned-uploads.service.js';
import { ContentsService } from './contents.service.js';
import { DatabaseChunksRepository } from './database-chunks.repository.js';
import { DownloadsService } from './downloads.service.js';
import { FileChunks } from './file-chunks.js';
import { FilesController } from './files.controller.js';
import { FilesRepository } from './files.repository.js';
import { ImportedFilesService } from './imported-files.service.js';
import { ListFilesService } from './list-files.service.js';
import { RedactedFilesService } from './redacted-files.service.js';
import { ShareService } from './share.service.js';
import { UploadsService } from './uploads.service.js';
import { WholeBoardFilesService } from './whole-board-files.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule],
  controllers: [FilesController],
  providers: [
    { provide: FileChunks, useClass: DatabaseChunksRepository },
    AbandonedUploadsService,
    ContentsService,
    DownloadsService,
    FilesRepository,
    ImportedFilesService,
    ListFilesService,
    RedactedFilesService,
    ShareService,
    UploadsService,
    WholeBoardFilesService,
  ],
  exports: [DownloadsService, ImportedFilesService, ListFilesService, UploadsService, WholeBoardFilesService],
})
export class FilesModule {}
