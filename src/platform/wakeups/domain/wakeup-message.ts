import type { BoardId } from '../../../kernel/ids.js';

/** Fifteen digits at most: the number is exact. */
const MESSAGE = /^([1-9]\d{0,14}):([1-9]\d{0,14})$/;

/** `12:57`: board 12 has its entry 57. */
export const printWakeup = ({ boardId, head }: { readonly boardId: number; readonly head: number }): string =>
  `${boardId}:${head}`;

/** Undefined for any text but one that `printWakeup` makes: others may write where it is read. */
export function parseWakeup(text: string): { readonly boardId: BoardId; readonly head: number } | undefined {
  const [, boardId, head] = MESSAGE.exec(text) ?? [];
  return boardId === undefined ? undefined : { boardId: Number(boardId) as BoardId, head: Number(head) };
}
