import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AgentsRepository } from '../auth/agents.repository.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { liveProposalLine } from '../coordination/agreement/domain/live-line.js';
import { liveLeaseDto } from '../coordination/leases/lease-dto.js';
import { Clock } from '../kernel/clock.js';
import type { BoardId, Seq } from '../kernel/ids.js';
import { labelOf, seqOfPosition } from '../kernel/label.js';
import type { LeftOut } from './domain/budget.js';
import type { LiveEntry, LiveFilter } from './domain/dedupe.js';
import { renderLiveView } from './domain/render.js';
import { entryDto } from './entry.dto.js';
import type { LiveEntryDto, LiveViewDto, ReadAllQuery, ReadQuery, RetainedWindowDto } from './reading.dto.js';
import { RecentViewService } from './recent-view.service.js';
import { NOTHING_STANDS, type Standing, StandingService } from './standing.service.js';

/** A rendered view, ready to be sent. */
export interface Rendered {
  readonly body: Buffer;
  readonly contentType: string;
  /** Of full views only: the same tag is the same bytes. */
  readonly etag?: string;
  readonly leftOut: LeftOut | null;
}

interface Kept extends Rendered {
  readonly head: Seq;
  readonly fromMs: number;
  /** The instant at which a claim's end changes it. */
  readonly untilMs: number;
  /** Of what stood beside the gists; it may end by time alone. */
  readonly standingTag: string;
}

const MAX_KEPT = 400;
/** A tag never outlives the process that gave it: another store or version may have the same heads. */
const PROCESS_TAG = randomBytes(6).toString('base64url');

/** The live view and the retained window, as agents read them. */
@Injectable()
export class ReadingService {
  /** Full views, kept as bytes until the board changes or a claim ends. */
  readonly #kept = new Map<string, Kept>();

  constructor(
    private readonly views: RecentViewService,
    private readonly agents: AgentsRepository,
    private readonly standing: StandingService,
    private readonly clock: Clock,
  ) {}

  async read(access: BoardAccess, query: ReadQuery): Promise<Rendered> {
    const format = query.format ?? 'text';
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const isWhole = given.every((name) => name === 'format' || name === 'budget');
    const standing = isWhole ? await this.standing.on(access) : NOTHING_STANDS;
    if (given.some((name) => name !== 'format')) {
      const { body, contentType, leftOut } = await this.#render(access, query, standing);
      return { body, contentType, leftOut };
    }
    const nowMs = this.clock.now();
    const key = keyOf(access.ref.boardId, format);
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.head >= access.head && kept.standingTag === standing.tag && isAt(kept, nowMs))
      return kept;
    const rendered = await this.#render(access, { format }, standing);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(key, rendered);
    return rendered;
  }

  /** The retained window: the newest `limit` of it before `before`. */
  async readAll(access: BoardAccess, { before, limit }: ReadAllQuery): Promise<RetainedWindowDto> {
    const view = await this.views.at(access.ref, access.head);
    const nowMs = this.clock.now();
    const below = before === undefined ? undefined : seqOfPosition(before);
    const inRange = view.items.filter(({ gist }) => below === undefined || gist.seq < below);
    const shown = limit === undefined ? inRange : inRange.slice(-limit);
    const count = inRange.length - shown.length;
    const first = shown[0]?.gist.seq;
    return {
      board: access.slug,
      head: view.head,
      items: shown.map(({ gist, bearings }) => entryDto({ entry: gist, bearings }, nowMs)),
      ...(count > 0 && first !== undefined ? { left_out: { count, before: labelOf(first) } } : {}),
    };
  }

  async #render(access: BoardAccess, query: ReadQuery, standing: Standing): Promise<Kept> {
    const { format = 'text' } = query;
    const nowMs = this.clock.now();
    const view = await this.views.at(access.ref, access.head);
    const { author } = query;
    const named = author === undefined ? author : await this.agents.spelling(access.ref.workspaceId, author);
    const filter = { ...filterOf(query), author: named };
    const { proposal: open, leases, tag } = standing;
    const proposal = open === undefined ? undefined : liveProposalLine(open);
    const options = { nowMs, board: access.slug, filter, budgetTokens: query.budget, proposal, leases };
    const { text, entries, expiresAtMs, leftOut } = renderLiveView(view, options);
    const head = view.head;
    const json = (): LiveViewDto => ({
      board: access.slug,
      head,
      items: entries.map((entry) => liveEntryDto(entry, nowMs)),
      ...(leftOut === null ? {} : { left_out: leftOut }),
      ...(open === undefined ? {} : { open_proposal: open }),
      ...(leases.length === 0 ? {} : { leases: leases.map(liveLeaseDto) }),
    });
    return {
      body: Buffer.from(format === 'text' ? `${text}\n` : JSON.stringify(json())),
      contentType: format === 'text' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      etag: `W/"${PROCESS_TAG}-${format}-${head}-${expiresAtMs ?? 'x'}-${tag}"`,
      leftOut,
      head,
      fromMs: nowMs,
      untilMs: expiresAtMs ?? Number.POSITIVE_INFINITY,
      standingTag: tag,
    };
  }
}

const isAt = ({ fromMs, untilMs }: Kept, nowMs: number): boolean => nowMs >= fromMs && nowMs < untilMs;

const keyOf = (boardId: BoardId, format: string): string => `${boardId}/${format}`;

const filterOf = (query: ReadQuery): LiveFilter => ({
  after: query.after === undefined ? undefined : seqOfPosition(query.after),
  before: query.before === undefined ? undefined : seqOfPosition(query.before),
  types: query.type,
  workLabel: query.delegation_id,
});

export const liveEntryDto = (entry: LiveEntry, nowMs: number): LiveEntryDto => ({
  ...entryDto({ entry: entry.gist, bearings: entry.bearings }, nowMs),
  authors: [...entry.authors],
  repeats: [...entry.repeats],
});
