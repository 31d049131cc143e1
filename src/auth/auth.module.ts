import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AdmissionService } from './admission.service.js';
import { AgentNamesService } from './agent-names.service.js';
import { AgentsRepository } from './agents.repository.js';
import { IdentityGuard } from './identity.guard.js';
import { IdentityService } from './identity.service.js';
import { InstancesRepository } from './instances.repository.js';
import { InstancesService } from './instances.service.js';
import { PresenceRepository } from './presence.repository.js';
import { PresenceService } from './presence.service.js';
import { RateLimitsService } from './rate-limits.service.js';
import { TokenUseService } from './token-use.service.js';
import { TokensRepository } from './tokens.repository.js';
import { WorkspacesRepository } from './workspaces.repository.js';

@Module({
  providers: [
    AdmissionService,
    AgentNamesService,
    AgentsRepository,
    IdentityService,
    InstancesRepository,
    InstancesService,
    PresenceRepository,
    PresenceService,
    RateLimitsService,
    TokenUseService,
    TokensRepository,
    WorkspacesRepository,
    { provide: APP_GUARD, useClass: IdentityGuard },
  ],
  exports: [
    AgentNamesService,
    AgentsRepository,
    IdentityService,
    InstancesService,
    PresenceService,
    TokensRepository,
    WorkspacesRepository,
  ],
})
export class AuthModule {}
