import type { components } from '../../../client/api.js';
import { groupBy } from '../../kernel/group-by.js';
import type { BoardCalls } from './board-calls.js';
import { nameOf, renderNotices, type ShownNotices } from './render-notices.js';
import { type HeldMessages, type SessionMemory, UNKNOWN_MESSAGE } from './session-memory.js';
import { noticeRoom, noticeText, type Offer } from './turn-texts.js';

type Message = components['schemas']['BoardEventDto'];

/** What is looked at, notes included; a message that does not fit waits for the next time. */
const LOOK_TOKENS = 2_000;

const HEADER =
  'Before you stop: messages for you came in. See whether they change what you did; answer with the tool post where an answer is due.';

/**
 * Unread messages for which the agent goes on, each once; undefined: none. Leases only what it shows. What is leased
 * already is shown where a hook of this session leased it; else it is on its way by another hand.
 */
export async function stopOffer(calls: BoardCalls, memory: SessionMemory, agent: string): Promise<Offer | undefined> {
  const before = memory.wentOnFor();
  const unread = await unreadMessages(calls);
  // Then nothing is under a lease either that some hook did not live to tell of.
  if (unread.length === 0) memory.rememberHeld(new Map());
  const held = memory.held();
  const leases = await leasesFor(calls, agent, { unread, before, held });
  const fresh = unread.filter((message) => !before.has(nameOf(message)));
  const ready = fresh.filter((message) => leases.has(nameOf(message)) || held.has(UNKNOWN_MESSAGE));
  const shown = render(ready);
  if (shown.text === '') return undefined;
  return {
    text: noticeText([HEADER], { text: shown.text, hasMore: shown.hasMore || ready.length < fresh.length }),
    confirm: async () => {
      memory.rememberWentOnFor(shown.events);
      const [done, left] = [new Set([...shown.events, ...before]), new Map(leases)];
      for (const name of done) left.delete(name);
      memory.rememberHeld(left);
      await confirmAll(
        calls,
        agent,
        [...leases].filter(([name]) => done.has(name)),
      );
    },
  };
}

/** Whether or not somebody leased them. */
async function unreadMessages(calls: BoardCalls): Promise<readonly Message[]> {
  const { boards } = await calls.snapshot('json', LOOK_TOKENS);
  return boards.flatMap(({ board, events = [] }) =>
    events.filter(({ kind }) => kind === 'message').map((event) => ({ ...event, board })),
  );
}

const render = (events: readonly Message[]): ShownNotices =>
  renderNotices({ events: [...events], gists: [], more: false }, noticeRoom([HEADER]));

interface Known {
  readonly unread: readonly Message[];
  /** Messages for which a turn went on before, as `board/label`. */
  readonly before: ReadonlySet<string>;
  readonly held: HeldMessages;
}

/**
 * Leases the messages that fit, board by board, with those before them for which a turn went on already. Answers the
 * leases of these, and of what was held before and is unread still.
 */
async function leasesFor(calls: BoardCalls, agent: string, { unread, before, held }: Known): Promise<HeldMessages> {
  const free = unread.filter((message) => !held.has(nameOf(message)));
  const wanted = new Set(render(unread.filter((message) => !before.has(nameOf(message)))).events);
  const leases = new Map<string, string>();
  for (const [board, messages] of groupBy(free, ({ board }) => board)) {
    const count = messages.findLastIndex((message) => wanted.has(nameOf(message))) + 1;
    if (count === 0) continue;
    const { lease_id, events } = await calls.pending(agent, { limit: count, boards: board });
    for (const event of events) leases.set(nameOf(event), lease_id ?? '');
  }
  for (const name of unread.map(nameOf)) {
    const lease = held.get(name);
    if (lease !== undefined) leases.set(name, lease);
  }
  return leases;
}

/** Those leased just now come first: of a lease of long ago the service may know nothing any more. */
async function confirmAll(
  calls: BoardCalls,
  agent: string,
  shown: readonly (readonly [name: string, lease: string])[],
): Promise<void> {
  for (const [lease_id, pairs] of groupBy(shown, ([, lease]) => lease)) {
    await calls.shown(agent, { lease_id, events: pairs.map(([name]) => name) });
  }
}
