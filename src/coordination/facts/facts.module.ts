import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { BoardsModule } from '../../boards/boards.module.js';
import { JournalModule } from '../../journal/journal.module.js';
import { FactsController } from './facts.controller.js';
import { FactsRepository } from './facts.repository.js';
import { FactsService } from './facts.service.js';
import { ImportedFactsService } from './imported-facts.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule],
  controllers: [FactsController],
  providers: [FactsRepository, FactsService, ImportedFactsService],
  exports: [FactsService, ImportedFactsService],
})
export class FactsModule {}
