import { callText } from '../../mcp/domain/call-text.js';
import { FRAME, framed } from '../../mcp/domain/frame.js';
import type { BoardCalls } from './board-calls.js';
import { cutAt, eventLines, nameOf, renderNotices } from './render-notices.js';
import type { HeldMessages } from './session-memory.js';

/** What a hook shows, and how to say that it was shown. */
export interface Offer {
  /** Our words, then in a frame those of others. */
  readonly text: string;
  confirm(): Promise<void>;
}

/** Notices that are leased until they are confirmed. */
export interface NoticeOffer extends Offer {
  /** All messages that are leased. */
  readonly leased: HeldMessages;
}

const CHARACTERS_PER_TOKEN = 4;
const TURN_TOKENS = 2_000;
const NOTICE_TOKENS = 400;
/** What messages may take of a view of everything. */
const MESSAGE_TOKENS = 700;
/** A board with less than this is not worth its header. */
const MIN_VIEW_TOKENS = 150;
/** What our own words may take: the frame, what was left out, and why a turn goes on. */
const OWN_TOKENS = 130;

const MORE = `There is more: ${callText('board_read', { unread: true })}`;

/** The last line of a view without entries. */
const EMPTY_VIEW = /\nhead \d+: findings 0, fails 0, patches 0, claims 0$/;

/** What a board has to show. */
interface Part {
  readonly board: string;
  /** To be acknowledged. */
  readonly to: number;
  readonly text: string;
  /** There are more messages than these. */
  readonly more: boolean;
}

/** What the agent was not shown yet; undefined: nothing. */
export async function unreadOffer(calls: BoardCalls): Promise<Offer | undefined> {
  const { boards } = await calls.snapshot('text', TURN_TOKENS - OWN_TOKENS);
  const parts = boards.map(({ board, to, text = '', more }) => ({ board, to, text, more }));
  return offerOf(calls, parts);
}

/**
 * Everything that stands on the boards, and unread messages: for an agent whose context is empty. Boards with messages
 * come first; one that has no room for its messages and some of its notes is named, and stays unread.
 */
export async function viewOffer(calls: BoardCalls): Promise<Offer | undefined> {
  const { boards } = await calls.snapshot('json', MESSAGE_TOKENS);
  const found = boards.map(({ board, to, more, events = [] }) => {
    return {
      board,
      to,
      more,
      unread: cutAt(events.flatMap(eventLines).join('\n'), MESSAGE_TOKENS * CHARACTERS_PER_TOKEN),
    };
  });
  const ordered = [...found.filter(({ unread }) => unread !== ''), ...found.filter(({ unread }) => unread === '')];
  let left = TURN_TOKENS - OWN_TOKENS;
  const parts: Part[] = [];
  const others: string[] = [];
  for (const [index, { board, to, more, unread }] of ordered.entries()) {
    left -= tokensOf(unread);
    if (left < MIN_VIEW_TOKENS && parts.length > 0) {
      left += tokensOf(unread);
      others.push(board);
      continue;
    }
    const share = Math.max(MIN_VIEW_TOKENS, Math.floor(left / (ordered.length - index)));
    const text = (await calls.read(board, share)).trimEnd();
    const view = EMPTY_VIEW.test(text) ? '' : text;
    left -= tokensOf(view);
    const lines = [unread === '' ? '' : `MESSAGES to you on ${board}\n${unread}`, view];
    parts.push({ board, to, more, text: lines.filter((line) => line !== '').join('\n') });
  }
  return offerOf(calls, parts, others);
}

/** Notices that came in the middle of a turn; undefined: none. */
export async function noticeOffer(calls: BoardCalls, agent: string): Promise<NoticeOffer | undefined> {
  const room = noticeRoom();
  const pending = await calls.pending(agent, { budget: Math.floor(room / CHARACTERS_PER_TOKEN) });
  const { lease_id } = pending;
  const { text, hasMore, events, boards } = renderNotices(pending, room);
  if (lease_id === null || text === '') return undefined;
  return {
    text: noticeText([], { text, hasMore }),
    leased: new Map(pending.events.map((event) => [nameOf(event), lease_id])),
    confirm: () => calls.shown(agent, { lease_id, events: [...events], boards: { ...boards } }),
  };
}

/** The characters that notices may take after `ours`. */
export const noticeRoom = (ours: readonly string[] = []): number =>
  NOTICE_TOKENS * CHARACTERS_PER_TOKEN - [...ours, MORE, FRAME, ''].join('\n').length;

export const noticeText = (ours: readonly string[], { text, hasMore }: { text: string; hasMore: boolean }): string =>
  framed([...ours, ...(hasMore ? [MORE] : [])], [text]);

/** As many boards as fit; those that don't, and `others`, are named, and wait. */
function offerOf(calls: BoardCalls, parts: readonly Part[], others: readonly string[] = []): Offer | undefined {
  const full = parts.filter(({ text }) => text !== '');
  const shown = within(full, (TURN_TOKENS - OWN_TOKENS) * CHARACTERS_PER_TOKEN);
  const left = [...full.slice(shown.length).map(({ board }) => board), ...others];
  if (shown.length + left.length === 0) return undefined;
  const ours = [...shown.flatMap(({ board, more }) => (more ? [moreText(board)] : [])), ...leftText(left)];
  const tos = Object.fromEntries(shown.map(({ board, to }) => [board, to]));
  return {
    text: framed(ours, shown.length === 0 ? [] : [shown.map(({ text }) => text).join('\n\n')]),
    confirm: () => (shown.length === 0 ? Promise.resolve() : calls.acknowledge(tos)),
  };
}

/** The first parts that fit into `room` characters; one in any case. */
function within(parts: readonly Part[], room: number): readonly Part[] {
  let used = 0;
  const end = parts.findIndex(({ text }, index) => {
    used += text.length + 2;
    return used > room && index > 0;
  });
  return end === -1 ? parts : parts.slice(0, end);
}

const moreText = (board: string): string =>
  `There are more messages on ${board}: ${callText('board_read', { board, unread: true })}`;

function leftText(boards: readonly string[]): readonly string[] {
  const [first] = boards;
  if (first === undefined) return [];
  const more = boards.length === 1 ? '' : ` and ${boards.length - 1} more boards`;
  return [`Not shown: board ${first}${more}; read each by ${callText('board_read', { board: first, unread: true })}`];
}

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
