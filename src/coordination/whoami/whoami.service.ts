import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import { InstancesService, sharedNameWarning } from '../../auth/instances.service.js';
import { WorkspacesRepository } from '../../auth/workspaces.repository.js';
import { VERSION } from '../../kernel/product.js';
import { Settings } from '../../platform/config/settings.js';
import { OwnBoardsService } from './own-boards.service.js';
import type { WhoamiDto } from './whoami.dto.js';

/** Tells callers who they are. */
@Injectable()
export class WhoamiService {
  constructor(
    private readonly ownBoards: OwnBoardsService,
    private readonly workspaces: WorkspacesRepository,
    private readonly instances: InstancesService,
    private readonly settings: Settings,
  ) {}

  /**
   * `instance`: the session that the caller's adapter names, if it does. Throws `not_found` where `named` is no board of
   * the caller.
   */
  async describe(caller: Identity, instance: string | undefined, named: string | undefined): Promise<WhoamiDto> {
    const { role, ...ownBoards } = await this.ownBoards.of(caller, named);
    const others = await this.instances.others(caller, instance);
    return {
      agent: caller.agent,
      kind: caller.kind,
      workspace: await this.workspaces.slugOf(caller.workspaceId),
      auth: this.settings.auth,
      url: this.settings.publicUrl,
      version: VERSION,
      ...ownBoards,
      other_sessions: others,
      ...(role === undefined ? {} : { role }),
      ...(others > 0 ? { warning: sharedNameWarning(caller.agent) } : {}),
    };
  }
}
