import { Injectable } from '@nestjs/common';
import { CurrentTextService } from '../journal/current-text.service.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { CurrentText } from '../journal/domain/current-text.js';
import { JournalRepository } from '../journal/journal.repository.js';
import type { Seq } from '../kernel/ids.js';
import { SharedLookup } from '../platform/database/shared-lookup.js';

/** Entries that are sent before the client's right to them is looked at again. */
const AT_MOST = 200;

interface Asked {
  readonly board: BoardRef;
  readonly after: Seq;
  readonly upTo: Seq;
}

/** Reads what streams send. Those at one place of a board share what is read, however many there are. */
@Injectable()
export class EventEntriesService {
  readonly #lookups: SharedLookup<Asked, readonly CurrentText[]>;

  constructor(
    private readonly journal: JournalRepository,
    private readonly texts: CurrentTextService,
  ) {
    this.#lookups = new SharedLookup((asked) => this.#readMany(asked));
  }

  /** The first entries above `after` up to `upTo`, at most 200, with their current texts; not yet whose they are. */
  read(board: BoardRef, range: { readonly after: Seq; readonly upTo: Seq }): Promise<readonly CurrentText[]> {
    return this.#lookups.load({ board, ...range });
  }

  async #readMany(asked: readonly Asked[]): Promise<readonly (readonly CurrentText[])[]> {
    const reads = new Map<string, Promise<readonly CurrentText[]>>();
    const read = (each: Asked): Promise<readonly CurrentText[]> => {
      const key = `${each.board.boardId}/${each.after}/${each.upTo}`;
      const found = reads.get(key) ?? this.#read(each);
      reads.set(key, found);
      return found;
    };
    return Promise.all(asked.map(read));
  }

  async #read({ board, ...range }: Asked): Promise<readonly CurrentText[]> {
    return this.texts.resolve(board, await this.journal.readAfter(board, { ...range, limit: AT_MOST }));
  }
}
