import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { BoardsModule } from '../../boards/boards.module.js';
import { JournalModule } from '../../journal/journal.module.js';
import { AgreementController } from './agreement.controller.js';
import { AgreementService } from './agreement.service.js';
import { OpenProposalService } from './open-proposal.service.js';
import { PlanService } from './plan.service.js';
import { ProposalsRepository } from './proposals.repository.js';
import { VotersService } from './voters.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule],
  controllers: [AgreementController],
  providers: [AgreementService, OpenProposalService, PlanService, ProposalsRepository, VotersService],
  exports: [AgreementService, OpenProposalService, PlanService],
})
export class AgreementModule {}
