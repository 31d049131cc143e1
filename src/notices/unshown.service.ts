import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { viewerOf } from '../boards/viewer.js';
import { RecentViewService } from '../gists/recent-view.service.js';
import type { LiveFilter } from '../gists/domain/dedupe.js';
import type { RecentView } from '../gists/domain/recent-view.js';
import { type Standing, StandingService } from '../gists/standing.service.js';
import type { CurrentText } from '../journal/domain/current-text.js';
import { ToldService, type ToldQuery } from '../journal/told.service.js';
import type { AgentName, Seq } from '../kernel/ids.js';
import { DeliveriesRepository, type DeliveryKey } from './deliveries.repository.js';
import type { DeliveryState } from './domain/delivery-state.js';
import { eventsOf, type NoticeEvent } from './domain/events.js';
import { isIn } from './domain/spans.js';

/** Entries for an agent that are looked at in one go; more wait for the next. */
export const ADDRESSED_AT_ONCE = 250;

/** What a board has for an agent, and what the agent was shown of it. */
export interface Unshown {
  readonly key: DeliveryKey;
  readonly access: BoardAccess;
  readonly state: DeliveryState;
  readonly view: RecentView;
  /** Entries that were asked for, above the agent's post cursor, by others, ascending, with their current text. */
  readonly addressed: readonly CurrentText[];
  /** All of `addressed` is here up to this seq. */
  readonly addressedTo: Seq;
}

/** Gathers what an agent has not been shown. Look-ups are shared by all who ask at a moment. */
@Injectable()
export class UnshownService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly views: RecentViewService,
    private readonly told: ToldService,
    private readonly standings: StandingService,
  ) {}

  /** What the agent was shown of the board so far. */
  state(agent: AgentName, { ref }: BoardAccess): Promise<DeliveryState> {
    return this.deliveries.state({ board: ref, agent });
  }

  /** What stands on the board, whether the agent was shown it or not. */
  standing(access: BoardAccess): Promise<Standing> {
    return this.standings.on(access);
  }

  /** All that is told to the agent: addressed to it, or to all since it joined. */
  async events(agent: AgentName, access: BoardAccess): Promise<Unshown> {
    const state = await this.state(agent, access);
    return this.#gather({ agent, access, state }, { wanted: 'told', limit: ADDRESSED_AT_ONCE });
  }

  /** Messages that stand alone: neither other events nor messages that are held already keep new ones from being seen. */
  async messages(agent: AgentName, access: BoardAccess): Promise<Unshown> {
    const state = await this.state(agent, access);
    const held = state.leases.reduce((sum, { posts }) => sum + posts.length, state.confirmedPosts.length);
    return this.#gather({ agent, access, state }, { wanted: 'messages', limit: ADDRESSED_AT_ONCE + held });
  }

  async #gather(
    { agent, access, state }: { agent: AgentName; access: BoardAccess; state: DeliveryState },
    what: Pick<ToldQuery, 'wanted' | 'limit'>,
  ): Promise<Unshown> {
    const { ref: board, head, joinedSeq } = access;
    const view = await this.views.at(board, head);
    // Also an operator is told what members are.
    const viewer = viewerOf({ agent, kind: 'member' }, access);
    const told = await this.told.read({ ...what, board, viewer, after: state.postCursor, head, joinedSeq });
    return { key: { board, agent }, access, state, view, addressed: told.entries, addressedTo: told.upTo };
  }
}

/** What an agent's snapshot shows of messages: events that are news to it, ascending. */
export function unreadEvents({ state, addressed }: Pick<Unshown, 'state' | 'addressed'>): readonly NoticeEvent[] {
  const confirmed = new Set(state.confirmedPosts);
  const wasShown = (seq: Seq): boolean => seq <= state.postCursor || confirmed.has(seq);
  return eventsOf(addressed, wasShown).filter(({ seq }) => !confirmed.has(seq));
}

/** What an agent's snapshot up to `to` shows of gists: on first contact all live ones, else others' above its cursor. */
export function unreadGists(
  { state, view, key }: Unshown,
  to: Seq,
): { readonly view: RecentView; readonly filter: LiveFilter } {
  const { confirmedGists } = state;
  const isWhole = confirmedGists.length === 0;
  const items = isWhole
    ? view.items
    : view.items.filter(({ gist }) => !confirmedGists.some((span) => isIn(span, gist.seq)));
  const filter = state.isContacted ? { after: state.gistCursor, upTo: to, notBy: key.agent } : { upTo: to };
  return { view: { ...view, items }, filter };
}
