import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { ArtifactReadsRepository } from './artifact-reads.repository.js';
import { ArtifactsController } from './artifacts.controller.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { DocumentsService } from './documents.service.js';
import { EmptyingController } from './emptying.controller.js';
import { EmptyingService } from './emptying.service.js';
import { ImportedArtifactsService } from './imported-artifacts.service.js';
import { OperatorReadingService } from './operator-reading.service.js';
import { ReadersService } from './readers.service.js';
import { RedactedArtifactsService } from './redacted-artifacts.service.js';
import { RoleReadingService } from './role-reading.service.js';
import { SlotsService } from './slots.service.js';
import { WholeBoardArtifactsService } from './whole-board-artifacts.service.js';
import { WritesService } from './writes.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule],
  controllers: [ArtifactsController, EmptyingController],
  providers: [
    ArtifactReadsRepository,
    ArtifactsRepository,
    DocumentsService,
    EmptyingService,
    ImportedArtifactsService,
    OperatorReadingService,
    ReadersService,
    RedactedArtifactsService,
    RoleReadingService,
    SlotsService,
    WholeBoardArtifactsService,
    WritesService,
  ],
  exports: [ImportedArtifactsService, ReadersService, WholeBoardArtifactsService, WritesService],
})
export class ArtifactsModule {}
