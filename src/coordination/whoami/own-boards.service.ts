import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import { type BoardAccess, BoardAccessService } from '../../boards/board-access.service.js';
import { closedToRoles } from '../../boards/roles/domain/fence.js';
import { scopeDto } from '../../boards/roles/roles-dto.js';
import { StandingService } from '../../gists/standing.service.js';
import { UnreadService } from '../../notices/unread.service.js';
import { liveLeaseDto } from '../leases/lease-dto.js';
import type { WhoamiDto, WhoamiRoleDto } from './whoami.dto.js';

type OnBoard = Pick<WhoamiDto, 'unread' | 'open_proposal' | 'my_leases'>;
type OwnBoards = OnBoard & Pick<WhoamiDto, 'board' | 'head' | 'boards' | 'role'>;

const NOTHING: OnBoard = { unread: null, open_proposal: null, my_leases: [] };

/** Tells which boards are the caller's, what waits for it on one of them, and what it holds there; shows nothing of it. */
@Injectable()
export class OwnBoardsService {
  constructor(
    private readonly access: BoardAccessService,
    private readonly unread: UnreadService,
    private readonly standings: StandingService,
  ) {}

  /**
   * `named`: the board that is meant; absent: the only one. Throws `not_found` where it is no board of the caller, and
   * `forbidden` where the caller's role was dropped at this moment.
   */
  async of(caller: Identity, named: string | undefined): Promise<OwnBoards> {
    const boards = await this.access.list(caller, { forRoles: true });
    const only = boards.length === 1 ? boards[0] : undefined;
    const board = named === undefined ? only : await this.access.require(caller, named, { forRoles: true });
    return {
      board: board?.slug ?? null,
      head: board?.head ?? null,
      ...(await this.#on(caller, board)),
      boards: boards.map(({ slug, head }) => ({ board: slug, head })),
      ...(caller.role === undefined ? {} : { role: roleDto(caller, boards) }),
    };
  }

  /** Nothing where no board is meant, and for a role that does not see it. */
  async #on({ agent }: Identity, access: BoardAccess | undefined): Promise<OnBoard> {
    if (access === undefined || access.scope?.seesBoard === false) return NOTHING;
    const { messages, notes } = await this.unread.of(agent, access);
    const { proposal, leases } = await this.standings.on(access);
    return {
      unread: { gists: notes.length, posts: messages.length },
      open_proposal: proposal ?? null,
      my_leases: leases.filter(({ holder }) => holder === agent).map(liveLeaseDto),
    };
  }
}

/** Throws `forbidden` where the role was dropped at this moment. */
function roleDto({ agent, role }: Identity, [own]: readonly BoardAccess[]): WhoamiRoleDto {
  if (role === undefined || own?.scope === undefined) throw closedToRoles(agent);
  return { name: role.name, ordinal: role.ordinal, ...scopeDto(own.scope) };
}
