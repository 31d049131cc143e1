import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import { liveProposalLine, PROPOSAL_SECTION } from '../coordination/agreement/domain/live-line.js';
import { liveLeaseDto } from '../coordination/leases/lease-dto.js';
import { CHARACTERS_PER_TOKEN } from '../gists/domain/budget.js';
import { renderLiveView } from '../gists/domain/render.js';
import { liveEntryDto } from '../gists/reading.service.js';
import { NOTHING_STANDS, type Standing } from '../gists/standing.service.js';
import { Clock } from '../kernel/clock.js';
import type { Seq } from '../kernel/ids.js';
import { DeliveryWriter } from './delivery-writer.js';
import { type DeliveryState, isSameProgress, offered, shownUpTo } from './domain/delivery-state.js';
import { cutEvents, type NoticeEvent } from './domain/events.js';
import { renderCutEvent, renderEvents } from './domain/render-events.js';
import { eventDto } from './event-dto.js';
import type { BoardSnapshotDto, SnapshotDto, SnapshotQuery } from './snapshot.dto.js';
import { SubjectService } from './subject.service.js';
import { type Unshown, unreadEvents, unreadGists, UnshownService } from './unshown.service.js';

/** Unread context for the start of a turn. */
@Injectable()
export class SnapshotService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly unshown: UnshownService,
    private readonly deliveries: DeliveryWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * What the subject has not been shown, board by board. Counts as shown by this answer, unless `advance=false`: then it
   * counts as offered, and the acknowledgement makes it shown. Throws `not_found`, `forbidden`.
   */
  async take(caller: Identity, query: SnapshotQuery): Promise<SnapshotDto> {
    const { identity, boards } = await this.subjects.find(caller, query.for, query.boards);
    const unshown = await Promise.all(boards.map((access) => this.unshown.events(identity.agent, access)));
    const standing = await Promise.all(boards.map((access) => this.unshown.standing(access)));
    const snapshots: BoardSnapshotDto[] = [];
    let left = query.budget;
    for (const [index, each] of unshown.entries()) {
      const share = left === undefined ? undefined : Math.floor(left / (unshown.length - index));
      const { snapshot, usedTokens } = snapshotOf(each, {
        query,
        nowMs: this.clock.now(),
        budget: share,
        standing: standing[index] ?? NOTHING_STANDS,
      });
      if (left !== undefined) left -= usedTokens;
      snapshots.push(snapshot);
    }
    const tos = snapshots.map(({ to }) => to);
    await this.#record(unshown, tos, query.advance === 'false' ? offered : shownUpTo);
    return { agent: identity.agent, boards: snapshots };
  }

  async #record(
    unshown: readonly Unshown[],
    tos: readonly Seq[],
    record: (state: DeliveryState, to: Seq) => DeliveryState,
  ): Promise<void> {
    const changed = unshown
      .map(({ key, state }, index) => ({ key, state, to: tos[index] ?? 0 }))
      .filter(({ state, to }) => !isSameProgress(state, record(state, to)));
    if (changed.length === 0) return;
    await this.deliveries.change({
      keys: changed.map(({ key }) => key),
      decide: (states) => ({
        states: states.map((state, index) => record(state, changed[index]?.to ?? 0)),
        result: undefined,
      }),
    });
  }
}

interface Wanted {
  readonly query: SnapshotQuery;
  readonly nowMs: number;
  /** Tokens. */
  readonly budget: number | undefined;
  readonly standing: Standing;
}

function snapshotOf(
  unshown: Unshown,
  wanted: Wanted,
): { readonly snapshot: BoardSnapshotDto; readonly usedTokens: number } {
  const { access, state } = unshown;
  const { query, standing } = wanted;
  const { proposal: open } = standing;
  const openText = open === undefined ? '' : `${PROPOSAL_SECTION}\n${liveProposalLine(open)}`;
  const budget = wanted.budget === undefined ? undefined : Math.max(0, wanted.budget - tokensOf(openText));
  const { events, to, eventsText } = eventsFor(unshown, budget);
  const gists = gistsFor(unshown, {
    ...wanted,
    to,
    budget: budget === undefined ? undefined : Math.max(0, budget - tokensOf(eventsText)),
  });
  const text = [openText, eventsText, gists.text].filter((part) => part !== '').join('\n\n');
  const snapshot: BoardSnapshotDto = {
    board: access.slug,
    from: state.gistCursor,
    to,
    ...(query.format === 'text' ? { text } : { gists: gists.items, events: events.map(eventDto) }),
    ...(open === undefined ? {} : { open_proposal: open }),
    ...(state.isContacted || standing.leases.length === 0 ? {} : { leases: standing.leases.map(liveLeaseDto) }),
    ...(gists.leftOut === null ? {} : { left_out: gists.leftOut }),
    more: to < access.head,
  };
  return { snapshot, usedTokens: tokensOf(text) };
}

/**
 * Messages are never left out silently: where there are too many, the snapshot ends before the next one. The first is
 * here in any case, in a text cut if need be.
 */
function eventsFor(
  unshown: Unshown,
  budget: number | undefined,
): { events: readonly NoticeEvent[]; to: Seq; eventsText: string } {
  const { addressedTo, key } = unshown;
  const fits = (text: string): boolean => budget === undefined || tokensOf(text) <= budget;
  const { events, to } = cutEvents(unreadEvents(unshown), addressedTo, (some) => fits(renderEvents(key.agent, some)));
  const whole = renderEvents(key.agent, events);
  const [first] = events;
  return {
    events,
    to,
    eventsText: fits(whole) || first === undefined ? whole : renderCutEvent(key.agent, first, fits),
  };
}

/** On first contact the whole live view, else the live gists of others that were not shown. */
function gistsFor(unshown: Unshown, wanted: Wanted & { readonly to: Seq }) {
  const { nowMs, budget, to, standing } = wanted;
  const { view, filter } = unreadGists(unshown, to);
  const board = unshown.access.slug;
  const leases = unshown.state.isContacted ? [] : standing.leases;
  const rendered = renderLiveView(view, { nowMs, board, filter, budgetTokens: budget, leases });
  const isEmpty = rendered.entries.length + leases.length === 0 && rendered.leftOut === null;
  return {
    items: rendered.entries.map((entry) => liveEntryDto(entry, nowMs)),
    leftOut: rendered.leftOut,
    text: isEmpty ? '' : rendered.text,
  };
}

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
