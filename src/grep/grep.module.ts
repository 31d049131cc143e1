import { Module } from '@nestjs/common';
import { JournalModule } from '../journal/journal.module.js';
import { GrepController } from './grep.controller.js';
import { GrepRepository } from './grep.repository.js';
import { GrepService } from './grep.service.js';

@Module({
  imports: [JournalModule],
  controllers: [GrepController],
  providers: [GrepRepository, GrepService],
})
export class GrepModule {}
