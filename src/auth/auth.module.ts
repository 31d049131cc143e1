import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AgentsRepository } from './agents.repository.js';
import { IdentityGuard } from './identity.guard.js';
import { IdentityService } from './identity.service.js';
import { InstancesRepository } from './instances.repository.js';
import { InstancesService } from './instances.service.js';
import { TokensController } from './tokens.controller.js';
import { TokensRepository } from './tokens.repository.js';
import { TokensService } from './tokens.service.js';
import { WorkspacesRepository } from './workspaces.repository.js';

@Module({
  controllers: [TokensController],
  providers: [
    AgentsRepository,
    IdentityService,
    InstancesRepository,
    InstancesService,
    TokensRepository,
    TokensService,
    WorkspacesRepository,
    { provide: APP_GUARD, useClass: IdentityGuard },
  ],
  exports: [AgentsRepository, IdentityService, InstancesService, TokensRepository, WorkspacesRepository],
})
export class AuthModule {}
