import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import { JournalDetailRow, JournalEntryRow } from '../journal/journal.entities.js';
import { currentTextClause, visibleClause } from '../journal/visible-clause.js';
import type { Viewer } from '../journal/domain/visibility.js';
import type { Seq } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantText } from '../platform/database/dialect.js';
import { compileQuery, type SearchedText } from './compile-query.js';
import type { QueryTree } from './domain/query-tree.js';
import type { SeqRange } from './domain/ranges.js';

/** What is searched for; what is absent does not narrow. */
export interface Search {
  readonly tree: QueryTree;
  readonly searched: SearchedText;
  /** Gists only, or all that the viewer may see. */
  readonly kinds: 'gist' | 'all';
  readonly viewer: Viewer;
  readonly types?: readonly string[] | undefined;
  readonly author?: string | undefined;
  readonly workLabel?: string | undefined;
  /** Inclusive; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
}

/** Searches one range of a board's journal at a time; who walks the ranges decides how far. */
@Injectable()
export class GrepRepository {
  constructor(private readonly database: Database) {}

  /** The seqs of all matches in the range, ascending. */
  async find(board: BoardRef, range: SeqRange, search: Search): Promise<readonly Seq[]> {
    const rows = await this.database.read((manager) =>
      narrowed(manager.createQueryBuilder(JournalEntryRow, 'e'), board, range, search)
        .select('e.seq', 'seq')
        .orderBy('e.seq')
        .getRawMany<{ seq: number }>(),
    );
    return rows.map(({ seq }) => Number(seq));
  }

  async count(board: BoardRef, range: SeqRange, search: Search): Promise<number> {
    const row = await this.database.read((manager) =>
      narrowed(manager.createQueryBuilder(JournalEntryRow, 'e'), board, range, search)
        .select('COUNT(*)', 'total')
        .getRawOne<{ total: number }>(),
    );
    return Number(row?.total ?? 0);
  }
}

type EntryQuery = SelectQueryBuilder<JournalEntryRow>;

function narrowed(query: EntryQuery, board: BoardRef, range: SeqRange, search: Search): EntryQuery {
  joinDetail(query, search.searched)
    .where('e.boardId = :boardId', { boardId: board.boardId })
    .andWhere('e.seq > :after AND e.seq <= :upTo', { ...range })
    .andWhere(compileQuery(search.tree, search.searched));
  if (search.kinds === 'gist') query.andWhere("e.kind = 'gist'");
  else query.andWhere(visibleClause(search.viewer)).andWhere(currentTextClause());
  const { types, author, workLabel, sinceMs, untilMs } = search;
  if (types !== undefined) query.andWhere('e.type IN (:...types)', { types });
  if (author !== undefined) query.andWhere('e.author = :author', { author });
  if (workLabel !== undefined) query.andWhere('e.workLabel = :workLabel', { workLabel });
  if (sinceMs !== undefined) query.andWhere('e.createdAt >= :since', { since: instantText(sinceMs) });
  if (untilMs !== undefined) query.andWhere('e.createdAt < :until', { until: instantText(untilMs) });
  return query;
}

function joinDetail(query: EntryQuery, searched: SearchedText): EntryQuery {
  const sameEntry = 'd.boardId = e.boardId AND d.seq = e.seq';
  switch (searched) {
    case 'content':
      return query;
    case 'detail':
      return query.innerJoin(JournalDetailRow, 'd', sameEntry);
    case 'all':
      return query.leftJoin(JournalDetailRow, 'd', sameEntry);
  }
}
