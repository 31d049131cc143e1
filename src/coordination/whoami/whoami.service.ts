import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import { InstancesService, sharedNameWarning } from '../../auth/instances.service.js';
import { WorkspacesRepository } from '../../auth/workspaces.repository.js';
import { VERSION } from '../../kernel/product.js';
import { Settings } from '../../platform/config/settings.js';
import { type BoardAccess, BoardAccessService } from '../../boards/board-access.service.js';
import { closedToRoles } from '../../boards/roles/domain/fence.js';
import { scopeDto } from '../../boards/roles/roles-dto.js';
import { OwnBoardService } from './own-board.service.js';
import type { WhoamiDto, WhoamiRoleDto } from './whoami.dto.js';

/** Throws `forbidden` where the role was dropped at this moment. */
function roleDto({ agent, role }: Identity, [own]: readonly BoardAccess[]): WhoamiRoleDto {
  if (role === undefined || own?.scope === undefined) throw closedToRoles(agent);
  return { name: role.name, ordinal: role.ordinal, ...scopeDto(own.scope) };
}

/** Tells callers who they are. */
@Injectable()
export class WhoamiService {
  constructor(
    private readonly access: BoardAccessService,
    private readonly workspaces: WorkspacesRepository,
    private readonly instances: InstancesService,
    private readonly settings: Settings,
    private readonly ownBoard: OwnBoardService,
  ) {}

  /**
   * `instance`: the session that the caller's adapter names, if it does. Throws `not_found` where `named` is no board of
   * the caller.
   */
  async describe(caller: Identity, instance: string | undefined, named: string | undefined): Promise<WhoamiDto> {
    const boards = await this.access.list(caller, { forRoles: true });
    const only = boards.length === 1 ? boards[0] : undefined;
    const board = named === undefined ? only : await this.access.require(caller, named, { forRoles: true });
    const others = await this.instances.others(caller, instance);
    return {
      agent: caller.agent,
      kind: caller.kind,
      workspace: await this.workspaces.slugOf(caller.workspaceId),
      auth: this.settings.auth,
      url: this.settings.publicUrl,
      version: VERSION,
      board: board?.slug ?? null,
      head: board?.head ?? null,
      ...(await this.ownBoard.of(caller, board)),
      boards: boards.map(({ slug, head }) => ({ board: slug, head })),
      other_sessions: others,
      ...(caller.role === undefined ? {} : { role: roleDto(caller, boards) }),
      ...(others > 0 ? { warning: sharedNameWarning(caller.agent) } : {}),
    };
  }
}
