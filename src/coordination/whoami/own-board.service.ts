import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { StandingService } from '../../gists/standing.service.js';
import { UnreadService } from '../../notices/unread.service.js';
import { liveLeaseDto } from '../leases/lease-dto.js';
import type { WhoamiDto } from './whoami.dto.js';

type OwnBoard = Pick<WhoamiDto, 'unread' | 'open_proposal' | 'my_leases'>;

const NOTHING: OwnBoard = { unread: null, open_proposal: null, my_leases: [] };

/** Tells what waits for the caller on a board, and what it holds there; shows nothing of it. */
@Injectable()
export class OwnBoardService {
  constructor(
    private readonly unread: UnreadService,
    private readonly standings: StandingService,
  ) {}

  /** Nothing where no board is meant, and for a role that does not see it. */
  async of({ agent }: Identity, access: BoardAccess | undefined): Promise<OwnBoard> {
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
