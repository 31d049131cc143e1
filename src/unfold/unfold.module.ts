import { Module } from '@nestjs/common';
import { JournalModule } from '../journal/journal.module.js';
import { UnfoldController } from './unfold.controller.js';
import { UnfoldService } from './unfold.service.js';

@Module({
  imports: [JournalModule],
  controllers: [UnfoldController],
  providers: [UnfoldService],
  exports: [UnfoldService],
})
export class UnfoldModule {}
