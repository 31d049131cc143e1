import { Injectable } from '@nestjs/common';
import { groupBy } from '../kernel/group-by.js';
import type { Seq } from '../kernel/ids.js';
import { SharedLookup } from '../platform/database/shared-lookup.js';
import { BroadcastsRepository, type BroadcastsWanted } from './broadcasts.repository.js';
import { CurrentTextService } from './current-text.service.js';
import type { BoardRef } from './domain/board-ref.js';
import type { CurrentText } from './domain/current-text.js';

/** What one read takes for all who ask; where there is more, each place is read for by itself. */
const ENTRIES_AT_ONCE = 1_000;

export interface BroadcastQuery {
  readonly board: BoardRef;
  readonly wanted: BroadcastsWanted;
  readonly after: Seq;
  readonly limit: number;
}

/** What is told to all members. A thousand who ask at a moment cost one read. */
@Injectable()
export class BroadcastsService {
  readonly #lookups: SharedLookup<BroadcastQuery, readonly CurrentText[]>;

  constructor(
    private readonly broadcasts: BroadcastsRepository,
    private readonly texts: CurrentTextService,
  ) {
    this.#lookups = new SharedLookup((asked) => this.#findMany(asked));
  }

  /** The first entries above `after`, ascending, with their current texts; those of the one who asks are among them. */
  after(query: BroadcastQuery): Promise<readonly CurrentText[]> {
    return this.#lookups.load(query);
  }

  async #findMany(asked: readonly BroadcastQuery[]): Promise<readonly (readonly CurrentText[])[]> {
    const found = new Map<BroadcastQuery, readonly CurrentText[]>();
    for (const alike of groupBy(asked, ({ board, wanted }) => `${board.boardId}/${wanted}`).values()) {
      const together = await this.#readTogether(alike);
      for (const query of alike) found.set(query, together(query));
    }
    return asked.map((query) => found.get(query) ?? []);
  }

  /** One read from the lowest place on, if that is not too much; else one for each place. */
  async #readTogether(alike: readonly BroadcastQuery[]): Promise<(query: BroadcastQuery) => readonly CurrentText[]> {
    const places = [...groupBy(alike, ({ after }) => after)].map(([after, group]) => ({
      after,
      limit: Math.max(...group.map(({ limit }) => limit)),
    }));
    const [first] = alike;
    if (first === undefined) return () => [];
    const lowest = Math.min(...places.map(({ after }) => after));
    const limit = places.length === 1 ? (places[0]?.limit ?? 0) : ENTRIES_AT_ONCE;
    const all = await this.#read(first, { after: lowest, limit });
    if (places.length === 1 || all.length < ENTRIES_AT_ONCE) {
      return (query) => all.filter(({ entry }) => entry.seq > query.after).slice(0, query.limit);
    }
    const each = new Map<Seq, readonly CurrentText[]>();
    for (const place of places) each.set(place.after, await this.#read(first, place));
    return (query) => (each.get(query.after) ?? []).slice(0, query.limit);
  }

  async #read(
    { board, wanted }: BroadcastQuery,
    range: { readonly after: Seq; readonly limit: number },
  ): Promise<readonly CurrentText[]> {
    return this.texts.resolve(board, await this.broadcasts.after(board, { wanted, ...range }));
  }
}
