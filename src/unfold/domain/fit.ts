/** The most bytes of details that one answer holds. */
export const MAX_ANSWER_BYTES = 256 * 1024;

/** A part of a long text, counted in code points. */
export interface TextPart {
  readonly text: string;
  readonly length: number;
  /** Where to go on; null: this was the end. */
  readonly nextOffset: number | null;
}

/** At most `max` code points of a text from `offset` on, fewer where they are more than one answer holds. */
export function partOf(text: string, { offset, max }: { readonly offset: number; readonly max: number }): TextPart {
  const points = Array.from(text);
  const asked = points.slice(offset, offset + max);
  const part = asked.slice(0, countWithin(asked.map((point) => Buffer.byteLength(point))));
  const end = offset + part.length;
  return {
    text: part.join(''),
    length: points.length,
    nextOffset: end < points.length ? end : null,
  };
}

/** How many of the texts, from the first on, fit into one answer; the first always does. */
export const countFitting = (sizes: readonly number[]): number =>
  Math.max(countWithin(sizes), Math.min(1, sizes.length));

/** How many sizes, from the first on, add up to no more than one answer holds. */
function countWithin(sizes: readonly number[]): number {
  let sum = 0;
  for (const [index, size] of sizes.entries()) {
    sum += size;
    if (sum > MAX_ANSWER_BYTES) return index;
  }
  return sizes.length;
}
