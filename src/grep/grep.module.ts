import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { GrepController } from './grep.controller.js';
import { GrepRepository } from './grep.repository.js';
import { GrepService } from './grep.service.js';

@Module({
  imports: [AuthModule, JournalModule],
  controllers: [GrepController],
  providers: [GrepRepository, GrepService],
  exports: [GrepService],
})
export class GrepModule {}
