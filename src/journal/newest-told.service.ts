import { Injectable } from '@nestjs/common';
import type { AgentName, Seq } from '../kernel/ids.js';
import { BroadcastsRepository } from './broadcasts.repository.js';
import { CurrentTextService } from './current-text.service.js';
import type { BoardRef } from './domain/board-ref.js';
import type { CurrentText } from './domain/current-text.js';
import { isVisibleTo } from './domain/visibility.js';
import { PostsRepository } from './posts.repository.js';

/** The most that is looked at: of what is told to all, and to one agent. */
const NEWEST_TO_ALL = 200;
const NEWEST_TO_ONE = 50;

/** A member, no operator and no role, and above which seq: to it, and to all. */
export interface Listener {
  readonly agent: AgentName;
  readonly after: Seq;
  readonly afterToAll: Seq;
}

/** What was told of late to many agents at once, in few statements: for numbers, where the oldest don't matter. */
@Injectable()
export class NewestToldService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly broadcasts: BroadcastsRepository,
    private readonly texts: CurrentTextService,
  ) {}

  /** For each listener the newest entries by others that it may see, ascending, with their current texts. */
  async read(board: BoardRef, listeners: readonly Listener[]): Promise<readonly (readonly CurrentText[])[]> {
    const lowest = Math.min(...listeners.map(({ afterToAll }) => afterToAll));
    const asked = listeners.map((one) => ({ ...one, board, limit: NEWEST_TO_ONE, messagesOnly: false }));
    const [toAll, toEach] = await Promise.all([
      this.broadcasts.newest(board, { wanted: 'told', after: lowest, limit: NEWEST_TO_ALL }),
      this.posts.newest(asked),
    ]);
    const resolved = await this.texts.resolve(board, [...toAll, ...toEach.flat()]);
    const bySeq = new Map(resolved.map((current) => [current.entry.seq, current]));
    return listeners.map(({ agent, afterToAll }, index) => {
      const viewer = { agent, isOperator: false };
      const forAll = toAll.filter(({ seq, author }) => seq > afterToAll && author !== agent);
      const entries = [...forAll, ...(toEach[index] ?? [])]
        .filter((entry) => isVisibleTo(viewer, entry))
        .toSorted((one, other) => one.seq - other.seq);
      return entries.flatMap(({ seq }) => bySeq.get(seq) ?? []);
    });
  }
}
