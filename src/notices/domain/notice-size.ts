import { linesIn } from '../../kernel/lines.js';

/** An event, as far as lines of it show it. */
interface SizedEvent {
  readonly board: string;
  readonly label: string;
  readonly kind: string;
  readonly type: string;
  readonly from: string;
  readonly to: string | null;
  readonly of: string | null;
  readonly reply_to: string | null;
  readonly body: string;
}

/** A gist, likewise. */
interface SizedGist {
  readonly label: string;
  readonly type: string;
  readonly author: string;
  readonly delegation_id: string | null;
  readonly content: string;
  readonly status: string;
}

export interface SizedNotices {
  readonly events: readonly SizedEvent[];
  readonly gists: readonly { readonly board: string; readonly items: readonly SizedGist[] }[];
}

/** Time, signs, and the words between the columns. */
const COLUMNS = 32;
/** The end of a claim. */
const UNTIL = 24;
/** How a further line of a text begins, at most. */
const LINE_START = 4;
/** `On board ` before a notice, and the end of that line. */
const BOARD = 10;

/**
 * How many characters notices take as lines, at most, in whichever way our adapters write them; of several boards each
 * names its own.
 */
export function charactersOf({ events, gists }: SizedNotices): number {
  const isOneBoard = new Set([...events, ...gists].map(({ board }) => board)).size <= 1;
  const boardOf = (board: string): number => (isOneBoard ? 0 : BOARD + board.length);
  const sizes = [
    ...events.map((event) => boardOf(event.board) + eventSize(event)),
    ...gists.flatMap(({ board, items }) => items.map((gist) => boardOf(board) + gistSize(gist))),
  ];
  return sizes.reduce((sum, size) => sum + size, 0);
}

const eventSize = ({ label, kind, type, from, to, of, reply_to, body }: SizedEvent): number =>
  COLUMNS + lengthOf([label, kind, type, from, to ?? 'all', of, reply_to]) + textSize(body);

const gistSize = ({ label, type, author, delegation_id, content, status }: SizedGist): number =>
  COLUMNS + lengthOf([label, type, author, delegation_id, status]) + (type === 'CLAIM' ? UNTIL : 0) + textSize(content);

const lengthOf = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);

const textSize = (text: string): number => text.length + LINE_START * (linesIn(text).length - 1);
