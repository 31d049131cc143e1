import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthModule } from '../auth/auth.module.js';
import { JournalModule } from '../journal/journal.module.js';
import { BoardAccessService } from './board-access.service.js';
import { BoardsController } from './boards.controller.js';
import { BoardsRepository } from './boards.repository.js';
import { BoardsService } from './boards.service.js';
import { HiddenBoardsRepository } from './hidden-boards.repository.js';
import { KnownAgentsService } from './known-agents.service.js';
import { MemberCommitsService } from './member-commits.service.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { MembershipGuard } from './membership.guard.js';
import { NewBoardsService } from './new-boards.service.js';
import { NewMembersService } from './new-members.service.js';
import { RemovalsService } from './removals.service.js';
import { RevocationsService } from './revocations.service.js';
import { InviteMaker } from './invites/invite-maker.service.js';
import { InvitesController } from './invites/invites.controller.js';
import { InvitesRepository } from './invites/invites.repository.js';
import { InvitesService } from './invites/invites.service.js';
import { JoinController } from './invites/join.controller.js';
import { JoinService } from './invites/join.service.js';
import { NewInvitesService } from './invites/new-invites.service.js';
import { ContributorsService } from './roles/contributors.service.js';
import { GoalEndsService } from './roles/goal-ends.service.js';
import { GoalsRepository } from './roles/goals.repository.js';
import { OpenGoalService } from './roles/open-goal.service.js';
import { RoleTokensController } from './roles/role-tokens.controller.js';
import { RoleTokensService } from './roles/role-tokens.service.js';
import { RolesController } from './roles/roles.controller.js';
import { RolesService } from './roles/roles.service.js';
import { TakenNamesService } from './roles/taken-names.service.js';
import { TokenCommitsService } from './tokens/token-commits.service.js';
import { TokenEndsService } from './tokens/token-ends.service.js';
import { TokenMaker } from './tokens/token-maker.service.js';
import { TokenRightsService } from './tokens/token-rights.service.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensService } from './tokens/tokens.service.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';
import { WorkspacesService } from './workspaces/workspaces.service.js';

@Module({
  imports: [AuthModule, JournalModule],
  controllers: [
    BoardsController,
    InvitesController,
    JoinController,
    RoleTokensController,
    RolesController,
    TokensController,
    WorkspacesController,
  ],
  providers: [
    BoardAccessService,
    BoardsRepository,
    BoardsService,
    ContributorsService,
    GoalEndsService,
    GoalsRepository,
    HiddenBoardsRepository,
    InviteMaker,
    InvitesRepository,
    InvitesService,
    JoinService,
    KnownAgentsService,
    MemberCommitsService,
    MembersRepository,
    MembersService,
    NewBoardsService,
    NewInvitesService,
    NewMembersService,
    OpenGoalService,
    RemovalsService,
    RevocationsService,
    RoleTokensService,
    RolesService,
    TakenNamesService,
    TokenCommitsService,
    TokenEndsService,
    TokenMaker,
    TokenRightsService,
    TokensService,
    WorkspacesService,
    // After the identity guard, whose module this one imports.
    { provide: APP_GUARD, useClass: MembershipGuard },
  ],
  exports: [
    BoardAccessService,
    GoalsRepository,
    HiddenBoardsRepository,
    KnownAgentsService,
    MembersRepository,
    OpenGoalService,
    RevocationsService,
    RolesService,
  ],
})
export class BoardsModule {}
