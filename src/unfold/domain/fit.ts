/** The most bytes of details that one answer holds. */
export const MAX_ANSWER_BYTES = 256 * 1024;

/** A part of a long text, counted in code points. */
export interface TextPart {
  readonly text: string;
  readonly length: number;
  /** Where to go on; null: this was the end. */
  readonly nextOffset: number | null;
}

/** `max` code points of a text from `offset` on. */
export function partOf(text: string, { offset, max }: { readonly offset: number; readonly max: number }): TextPart {
  const points = Array.from(text);
  const end = Math.min(points.length, offset + max);
  return {
    text: points.slice(offset, end).join(''),
    length: points.length,
    nextOffset: end < points.length ? end : null,
  };
}

/** How many of the texts, from the first on, fit into one answer; the first always does. */
export function countFitting(sizes: readonly number[]): number {
  let sum = 0;
  for (const [index, size] of sizes.entries()) {
    sum += size;
    if (index > 0 && sum > MAX_ANSWER_BYTES) return index;
  }
  return sizes.length;
}
