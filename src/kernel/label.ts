import type { Seq } from './ids.js';

/** The largest seq that a label may name; what is larger can't be an entry. */
const MAX_SEQ = Number.MAX_SAFE_INTEGER;

/** `41` -> `G41`. */
export const labelOf = (seq: Seq): string => `G${seq}`;

/** `G41`, `g41` -> 41; anything else -> undefined. */
export function seqOfLabel(text: string): Seq | undefined {
  const digits = /^[Gg]([1-9]\d{0,15})$/.exec(text)?.[1];
  const seq = Number(digits);
  return digits !== undefined && seq <= MAX_SEQ ? seq : undefined;
}

/**
 * A position given as a label or as a plain number: `G41`, `41` -> 41; anything else -> undefined. Plain `0`, the head
 * of an empty board, is a position before all entries though no label.
 */
export function seqOfPosition(text: string): Seq | undefined {
  if (text === '0') return 0;
  return seqOfLabel(/^\d/.test(text) ? `G${text}` : text);
}
