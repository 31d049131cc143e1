import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { FactsModule } from '../coordination/facts/facts.module.js';
import { FilesModule } from '../coordination/files/files.module.js';
import { LeasesModule } from '../coordination/leases/leases.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { AbandonedImportsService } from './abandoned-imports.service.js';
import { ExportController } from './export.controller.js';
import { ExportService } from './export.service.js';
import { ExportStreamService } from './export-stream.service.js';
import { GoalTransferService } from './goal-transfer.service.js';
import { HiddenRowsService } from './hidden-rows.service.js';
import { ImportEndService } from './import-end.service.js';
import { ImportPartService } from './import-part.service.js';
import { ImportSweepsService } from './import-sweeps.service.js';
import { ImportedContentsService } from './imported-contents.service.js';
import { ImportedContributorsService } from './imported-contributors.service.js';
import { ImportedNamesService } from './imported-names.service.js';
import { ImportLinesService } from './import-lines.service.js';
import { ImportsController } from './imports.controller.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

@Module({
  imports: [ArtifactsModule, AuthModule, BoardsModule, FactsModule, FilesModule, JournalModule, LeasesModule],
  controllers: [ExportController, ImportsController],
  providers: [
    AbandonedImportsService,
    ExportService,
    ExportStreamService,
    GoalTransferService,
    HiddenRowsService,
    ImportEndService,
    ImportLinesService,
    ImportPartService,
    ImportSweepsService,
    ImportedContentsService,
    ImportedContributorsService,
    ImportedNamesService,
    ImportsRepository,
    ImportsService,
  ],
})
export class TransferModule {}
