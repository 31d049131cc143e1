import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { RecentViewService } from '../gists/recent-view.service.js';
import type { RecentView } from '../gists/domain/recent-view.js';
import { CurrentTextService } from '../journal/current-text.service.js';
import type { CurrentText } from '../journal/domain/current-text.js';
import { PostsRepository } from '../journal/posts.repository.js';
import type { AgentName, Seq } from '../kernel/ids.js';
import { DeliveriesRepository, type DeliveryKey } from './deliveries.repository.js';
import type { DeliveryState } from './domain/delivery-state.js';

/** Entries for an agent that are looked at in one go; more wait for the next. */
export const ADDRESSED_AT_ONCE = 250;

/** What a board has for an agent, and what the agent was shown of it. */
export interface Unshown {
  readonly key: DeliveryKey;
  readonly access: BoardAccess;
  readonly state: DeliveryState;
  readonly view: RecentView;
  /** Entries for the agent above its post cursor, by others, ascending, with their current text. */
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

  async of(agent: AgentName, access: BoardAccess): Promise<Unshown> {
    const key = { board: access.ref, agent };
    const state = await this.deliveries.state(key);
    const view = await this.views.at(access.ref, access.head);
    const query = { board: access.ref, agent, after: state.postCursor, limit: ADDRESSED_AT_ONCE };
    const found = (await this.posts.addressed(query)).filter(({ seq }) => seq <= access.head);
    const isAll = found.length < ADDRESSED_AT_ONCE;
    const addressedTo = isAll ? access.head : (found.at(-1)?.seq ?? access.head);
    const addressed = found.length === 0 ? [] : await this.texts.resolve(access.ref, found);
    return { key, access, state, view, addressed, addressedTo };
  }
}
