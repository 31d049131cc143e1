import { Module, type OnModuleInit } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { BoardsModule } from '../../boards/boards.module.js';
import { RevocationsService } from '../../boards/revocations.service.js';
import { JournalModule } from '../../journal/journal.module.js';
import { AgreementController } from './agreement.controller.js';
import { AgreementService } from './agreement.service.js';
import { DepartedVotersService } from './departed-voters.service.js';
import { OpenProposalService } from './open-proposal.service.js';
import { PlanService } from './plan.service.js';
import { ProposalsRepository } from './proposals.repository.js';
import { VotersService } from './voters.service.js';

@Module({
  imports: [AuthModule, BoardsModule, JournalModule],
  controllers: [AgreementController],
  providers: [
    AgreementService,
    DepartedVotersService,
    OpenProposalService,
    PlanService,
    ProposalsRepository,
    VotersService,
  ],
  exports: [AgreementService, OpenProposalService, PlanService],
})
export class AgreementModule implements OnModuleInit {
  constructor(
    private readonly revocations: RevocationsService,
    private readonly departed: DepartedVotersService,
  ) {}

  onModuleInit(): void {
    this.revocations.onLeaving((context, gone) => this.departed.endWithin(context, gone));
  }
}
