import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../auth/agents.repository.js';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { viewerOf } from '../boards/viewer.js';
import { entryDto } from '../gists/entry.dto.js';
import { CurrentTextService } from '../journal/current-text.service.js';
import type { Viewer } from '../journal/domain/visibility.js';
import { Clock } from '../kernel/clock.js';
import type { Seq } from '../kernel/ids.js';
import { labelOf, seqOfPosition } from '../kernel/label.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { signals } from '../platform/observability/signals.js';
import { parseQuery } from './domain/parse-query.js';
import { printQuery } from './domain/print-query.js';
import { QuerySyntaxError } from './domain/query-syntax-error.js';
import type { QueryTree } from './domain/query-tree.js';
import { DETAILS, ENTRIES, rangesDownFrom, type SeqRange } from './domain/ranges.js';
import type { GrepAnswerDto, GrepQuery } from './grep.dto.js';
import { GrepRepository, type Search } from './grep.repository.js';

const DEADLINE_MS = 10_000;
/** What the databases can compare an entry's time with. */
const EARLIEST_MS = Date.parse('1000-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const DEFAULT_LIMIT = 500;
/** Ranges that are counted at once, each on a connection of its own. */
const COUNTED_AT_ONCE = 2;

interface Found {
  /** Newest first. */
  readonly seqs: readonly Seq[];
  readonly total: number;
}

/** Searches everything ever written to a board. */
@Injectable()
export class GrepService {
  constructor(
    private readonly repository: GrepRepository,
    private readonly texts: CurrentTextService,
    private readonly agents: AgentsRepository,
    private readonly clock: Clock,
  ) {}

  /** Throws `bad_query` with the column at fault, `timed_out` where the board is too large for the query. */
  async grep(caller: Identity, access: BoardAccess, query: GrepQuery): Promise<GrepAnswerDto> {
    const tree = readQuery(query.q);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const below = query.before === undefined ? undefined : seqOfPosition(query.before);
    const upTo = Math.max(0, Math.min(access.head, (below ?? access.head + 1) - 1));
    const startedAt = performance.now();
    const { author } = query;
    const named = author === undefined ? author : await this.agents.spelling(caller.workspaceId, author);
    const search = { ...searchOf(viewerOf(caller, access), query, tree), author: named };
    const { seqs, total } = await this.#search(access, search, { upTo, limit });
    signals.grep.send({ seconds: (performance.now() - startedAt) / 1_000, scanned: upTo });
    const entries = await this.texts.bySeqs(access.ref, seqs);
    const nowMs = this.clock.now();
    const oldest = seqs.at(-1);
    const isTruncated = total > seqs.length;
    return {
      board: access.slug,
      head: access.head,
      query: query.q,
      normalized: printQuery(tree),
      total,
      returned: seqs.length,
      truncated: isTruncated,
      ...(isTruncated && oldest !== undefined ? { next_before: labelOf(oldest) } : {}),
      matches: entries.toReversed().map((entry) => entryDto(entry, nowMs)),
    };
  }

  /** Walks ranges downward until it has its matches, then only counts. Others get their turn between ranges. */
  async #search(access: BoardAccess, search: Search, wanted: { upTo: Seq; limit: number }): Promise<Found> {
    const deadline = performance.now() + DEADLINE_MS;
    const ranges = rangesDownFrom(wanted.upTo, search.searched === 'content' ? ENTRIES : DETAILS);
    const found: Seq[] = [];
    for (const range of ranges) {
      refuseLate(deadline);
      found.push(...(await this.repository.find(access.ref, range, search)).toReversed());
      await yieldToOthers();
      if (found.length >= wanted.limit) {
        const rest = await this.#count(access, search, { below: range.after, deadline });
        return { seqs: found.slice(0, wanted.limit), total: found.length + rest };
      }
    }
    return { seqs: found, total: found.length };
  }

  async #count(access: BoardAccess, search: Search, rest: { below: Seq; deadline: number }): Promise<number> {
    const ranges: Iterator<SeqRange> = rangesDownFrom(rest.below, search.searched === 'content' ? ENTRIES : DETAILS);
    const countSome = async (): Promise<number> => {
      let sum = 0;
      for (let next = ranges.next(); next.done !== true; next = ranges.next()) {
        refuseLate(rest.deadline);
        const count = await this.repository.count(access.ref, next.value, search);
        sum += count;
        await yieldToOthers();
      }
      return sum;
    };
    const sums = await Promise.all(Array.from({ length: COUNTED_AT_ONCE }, countSome));
    return sums.reduce((sum, each) => sum + each, 0);
  }
}

function readQuery(text: string): QueryTree {
  try {
    return parseQuery(text);
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    const { column, expected, caret } = error;
    throw new Problem('bad_query', `q: column ${column}: expected ${expected}`, {
      errors: [{ path: 'q', message: `expected ${expected} at column ${column}` }],
      members: { column, expected, caret },
    });
  }
}

const searchOf = (viewer: Viewer, query: GrepQuery, tree: QueryTree): Omit<Search, 'author'> => ({
  tree,
  searched: query.in ?? 'content',
  kinds: query.kinds ?? 'gist',
  viewer,
  types: query.type,
  workLabel: query.delegation_id,
  sinceMs: instantOf('since', query.since),
  untilMs: instantOf('until', query.until),
});

function instantOf(path: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  // The parser takes the 30th of February for the 2nd of March.
  const isDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
  const isStorable = ms >= EARLIEST_MS && ms <= LATEST_MS;
  if (!isStorable || !isDay) throw badRequest(path, 'is no instant that there is');
  return ms;
}

function refuseLate(deadline: number): void {
  if (performance.now() <= deadline) return;
  throw new Problem('timed_out', 'The search took over 10 s. Narrow it by author, type, since or before.', {
    retryAfterS: 1,
  });
}
