import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { liveEntries } from '../gists/domain/dedupe.js';
import { Clock } from '../kernel/clock.js';
import type { AgentName } from '../kernel/ids.js';
import { labelOf } from '../kernel/label.js';
import { unreadEvents, unreadGists, UnshownService } from './unshown.service.js';

/** What a snapshot would show an agent now of what others wrote, by label. */
export interface Unread {
  /** The agent was never shown anything of this board. */
  readonly isFirst: boolean;
  /** Messages to the agent, and what happened to them. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
}

/** Tells what is unread without showing it: nothing is leased, and no cursor moves. */
@Injectable()
export class UnreadService {
  constructor(
    private readonly unshown: UnshownService,
    private readonly clock: Clock,
  ) {}

  async of(agent: AgentName, access: BoardAccess): Promise<Unread> {
    const unshown = await this.unshown.events(agent, access);
    const { view, filter } = unreadGists(unshown, access.head);
    return {
      isFirst: !unshown.state.isContacted,
      messages: unreadEvents(unshown).map(({ seq }) => labelOf(seq)),
      notes: liveEntries(view, this.clock.now(), { ...filter, notBy: agent }).map(({ label }) => label),
    };
  }
}
