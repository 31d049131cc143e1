import { Injectable } from '@nestjs/common';
import { PresenceService } from '../../auth/presence.service.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { KnownAgentsService } from '../../boards/known-agents.service.js';
import { agentKey } from '../../kernel/names.js';
import { UnreadCountsService } from '../../notices/unread-counts.service.js';
import { liveLeaseDto } from '../leases/lease-dto.js';
import { inRosterOrder, presenceState } from './domain/presence-state.js';
import { HoldingsService } from './holdings.service.js';
import { ROSTER_LIMIT, type RosterDto, type RosterMemberDto, type RosterQuery, STALE_AFTER_S } from './roster.dto.js';

/** Tells who is on a board, who is there, and what each has taken. */
@Injectable()
export class RosterService {
  constructor(
    private readonly known: KnownAgentsService,
    private readonly presence: PresenceService,
    private readonly holdings: HoldingsService,
    private readonly unread: UnreadCountsService,
  ) {}

  /** Of who is left out only presence is looked at; the number of statements does not grow with that of the members. */
  async list(access: BoardAccess, query: RosterQuery): Promise<RosterDto> {
    const { stale_after_s = STALE_AFTER_S, limit = ROSTER_LIMIT } = query;
    const { ref, slug, head } = access;
    const agents = await this.known.agents(access);
    const { nowMs, agoMs, sessions } = await this.presence.of(
      ref.workspaceId,
      agents.map(({ agent }) => agent),
    );
    const all = inRosterOrder(agents.map((each) => ({ ...each, agoMs: agoMs.get(agentKey(each.agent)) ?? null })));
    const shown = all.slice(0, limit);
    const holdingsOf = await this.holdings.on(access);
    const unread = await this.unread.of(ref, shown);
    const items = shown.map(({ agent, agoMs: ago }, index): RosterMemberDto => {
      const ageS = ago === null ? null : Math.floor(ago / 1_000);
      const { leases, claims } = holdingsOf(agent);
      return {
        agent,
        last_seen: ago === null ? null : new Date(nowMs - ago).toISOString(),
        age_s: ageS,
        state: presenceState(ageS, stale_after_s),
        sessions: sessions.get(agentKey(agent)) ?? 0,
        holds: leases.map(liveLeaseDto),
        claims: [...claims],
        unread: unread[index] ?? 0,
      };
    });
    const left = all.length - shown.length;
    return { board: slug, head, items, ...(left > 0 ? { left_out: left } : {}) };
  }
}
