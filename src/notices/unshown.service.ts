import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { RecentViewService } from '../gists/recent-view.service.js';
import type { LiveFilter } from '../gists/domain/dedupe.js';
import type { RecentView } from '../gists/domain/recent-view.js';
import { CurrentTextService } from '../journal/current-text.service.js';
import type { CurrentText } from '../journal/domain/current-text.js';
import { PostsRepository } from '../journal/posts.repository.js';
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
    private readonly posts: PostsRepository,
    private readonly texts: CurrentTextService,
  ) {}

  /** All that is addressed to the agent. */
  async events(agent: AgentName, access: BoardAccess): Promise<Unshown> {
    const state = await this.deliveries.state({ board: access.ref, agent });
    return this.#gather({ agent, access, state }, { messagesOnly: false, limit: ADDRESSED_AT_ONCE });
  }

  /** Messages that stand alone: neither other events nor messages that are held already keep new ones from being seen. */
  async messages(agent: AgentName, access: BoardAccess): Promise<Unshown> {
    const state = await this.deliveries.state({ board: access.ref, agent });
    const held = state.leases.reduce((sum, { posts }) => sum + posts.length, state.confirmedPosts.length);
    return this.#gather({ agent, access, state }, { messagesOnly: true, limit: ADDRESSED_AT_ONCE + held });
  }

  async #gather(
    { agent, access, state }: { agent: AgentName; access: BoardAccess; state: DeliveryState },
    wanted: { messagesOnly: boolean; limit: number },
  ): Promise<Unshown> {
    const key = { board: access.ref, agent };
    const view = await this.views.at(access.ref, access.head);
    const query = { board: access.ref, agent, after: state.postCursor, ...wanted };
    const isNothing = state.postCursor >= access.head;
    const found = isNothing ? [] : (await this.posts.addressed(query)).filter(({ seq }) => seq <= access.head);
    const isAll = found.length < wanted.limit;
    const addressedTo = isAll ? access.head : (found.at(-1)?.seq ?? access.head);
    const addressed = found.length === 0 ? [] : await this.texts.resolve(access.ref, found);
    return { key, access, state, view, addressed, addressedTo };
  }
}

/** What an agent's snapshot shows of messages: events that are news to it, ascending. */
export function unreadEvents({ state, addressed }: Unshown): readonly NoticeEvent[] {
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
