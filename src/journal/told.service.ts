import { Injectable } from '@nestjs/common';
import type { Seq } from '../kernel/ids.js';
import type { BroadcastsWanted } from './broadcasts.repository.js';
import { BroadcastsService } from './broadcasts.service.js';
import { CurrentTextService } from './current-text.service.js';
import type { BoardRef } from './domain/board-ref.js';
import type { CurrentText } from './domain/current-text.js';
import { isVisibleTo, type Viewer } from './domain/visibility.js';
import { PostsRepository } from './posts.repository.js';

export interface ToldQuery {
  readonly board: BoardRef;
  readonly viewer: Viewer;
  readonly wanted: BroadcastsWanted;
  /** Entries above `after` up to `head`. */
  readonly after: Seq;
  readonly head: Seq;
  /** Of what is told to all, only what is above this seq. */
  readonly joinedSeq: Seq;
  /** The most of each kind: to the agent, and to all. */
  readonly limit: number;
}

export interface Told {
  /** By others, ascending, with their current texts. */
  readonly entries: readonly CurrentText[];
  /** All of them are here up to this seq. */
  readonly upTo: Seq;
}

/** What is told to an agent: addressed to it, or to all. Look-ups are shared by all who ask at a moment. */
@Injectable()
export class ToldService {
  constructor(
    private readonly posts: PostsRepository,
    private readonly broadcasts: BroadcastsService,
    private readonly texts: CurrentTextService,
  ) {}

  /** The first of them. */
  async read(query: ToldQuery): Promise<Told> {
    const { board, viewer, wanted, after, head, joinedSeq, limit } = query;
    const { agent } = viewer;
    if (after >= head) return { entries: [], upTo: head };
    const [addressed, broadcast] = await Promise.all([
      this.posts.addressed({ board, agent, after, limit, messagesOnly: wanted === 'messages' }),
      this.broadcasts.after({ board, wanted, after: Math.max(after, joinedSeq), limit }),
    ]);
    const seqs = [addressed.map(({ seq }) => seq), broadcast.map(({ entry }) => entry.seq)];
    const upTo = Math.min(head, ...seqs.map((some) => (some.length < limit ? head : (some.at(-1) ?? head))));
    const own = addressed.filter((entry) => entry.seq <= upTo && isVisibleTo(viewer, entry));
    const resolved = own.length === 0 ? [] : await this.texts.resolve(board, own);
    const toAll = broadcast.filter(
      ({ entry }) => entry.seq <= upTo && entry.author !== agent && isVisibleTo(viewer, entry),
    );
    const entries = [...resolved, ...toAll].toSorted((one, other) => one.entry.seq - other.entry.seq);
    return { entries, upTo };
  }
}
