import { FRAME_LENGTH, frameUntrusted } from '../../kernel/frame.js';
import type { BoardCalls } from './board-calls.js';
import { renderMessage, renderNotices } from './render-notices.js';

/** What a hook shows, and how to say that it was shown. */
export interface Offer {
  /** Framed as text of others. */
  readonly text: string;
  /** The messages in it, as `board/label`. */
  readonly messages: readonly string[];
  confirm(): Promise<void>;
}

const CHARACTERS_PER_TOKEN = 4;
const TURN_TOKENS = 2_000;
const NOTICE_TOKENS = 400;
/** As many as usually fit: what was leased and did not fit waits for the end of its lease. */
const NOTICES_AT_ONCE = 10;
/** What messages may take of a view of everything. */
const MESSAGE_TOKENS = 700;
/** A board with less than this is not worth its header. */
const MIN_VIEW_TOKENS = 150;
const LEFT_BOARDS_LENGTH = 200;

const MORE_MESSAGES = 'There are more messages: board_read {"unread": true}';

/** The last line of a view without entries. */
const EMPTY_VIEW = /\nhead \d+: findings 0, fails 0, patches 0, claims 0$/;

interface Part {
  readonly board: string;
  readonly to: number;
  readonly text: string;
}

/** What the agent was not shown yet; undefined: nothing. */
export async function unreadOffer(calls: BoardCalls): Promise<Offer | undefined> {
  const { boards } = await calls.snapshot('text', tokensWithin(TURN_TOKENS));
  return offerOf(
    calls,
    boards.map(({ board, to, text = '', more }) => ({ board, to, text: more ? `${text}\n${MORE_MESSAGES}` : text })),
  );
}

/** Everything that stands on the boards, and unread messages: for an agent whose context is empty. */
export async function viewOffer(calls: BoardCalls): Promise<Offer | undefined> {
  const { boards } = await calls.snapshot('json', MESSAGE_TOKENS);
  const messages = boards.map(({ events = [] }) => events.map(renderMessage).join('\n'));
  let left = tokensWithin(TURN_TOKENS) - tokensOf(messages.join(''));
  const count = Math.min(boards.length, Math.floor(left / MIN_VIEW_TOKENS));
  const parts: Part[] = [];
  for (const [index, { board, to, more }] of boards.slice(0, count).entries()) {
    const text = (await calls.read(board, Math.floor(left / (count - index)))).trimEnd();
    const view = EMPTY_VIEW.test(text) ? '' : text;
    left -= tokensOf(view);
    const unread = messages[index] ?? '';
    const lines = [unread === '' ? '' : `MESSAGES to you on ${board}\n${unread}`, more ? MORE_MESSAGES : '', view];
    parts.push({ board, to, text: lines.filter((line) => line !== '').join('\n') });
  }
  const others = boards.slice(count).map(({ board }) => board);
  return offerOf(calls, parts, others);
}

/** Notices that came in the middle of a turn; undefined: none. */
export async function noticeOffer(calls: BoardCalls, agent: string): Promise<Offer | undefined> {
  const pending = await calls.pending(agent, NOTICES_AT_ONCE);
  const { lease_id } = pending;
  const room = NOTICE_TOKENS * CHARACTERS_PER_TOKEN - FRAME_LENGTH;
  const { text, events, boards } = renderNotices(pending, room);
  if (lease_id === null || text === '') return undefined;
  return {
    text: frameUntrusted(text),
    messages: events,
    confirm: () => calls.shown(agent, { lease_id, events: [...events], boards: { ...boards } }),
  };
}

/** As many boards as fit; those that don't, and `others`, are named, and wait. */
function offerOf(calls: BoardCalls, parts: readonly Part[], others: readonly string[] = []): Offer | undefined {
  const full = parts.filter(({ text }) => text !== '');
  const shown = within(full, TURN_TOKENS * CHARACTERS_PER_TOKEN - FRAME_LENGTH - LEFT_BOARDS_LENGTH);
  const left = [...full.slice(shown.length).map(({ board }) => board), ...others];
  if (shown.length + left.length === 0) return undefined;
  const texts = [...shown.map(({ text }) => text), ...leftText(left)];
  const tos = Object.fromEntries(shown.map(({ board, to }) => [board, to]));
  return {
    text: frameUntrusted(texts.join('\n\n')),
    messages: [],
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

function leftText(boards: readonly string[]): readonly string[] {
  const [first] = boards;
  if (first === undefined) return [];
  const more = boards.length === 1 ? '' : ` and ${boards.length - 1} more boards`;
  return [`Not shown: board ${first}${more}; read each by board_read {"board": "${first}", "unread": true}`];
}

const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** What a text inside the frame may take of this many tokens. */
const tokensWithin = (tokens: number): number =>
  tokens - Math.ceil((FRAME_LENGTH + LEFT_BOARDS_LENGTH) / CHARACTERS_PER_TOKEN);
