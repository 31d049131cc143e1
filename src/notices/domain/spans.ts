import type { Seq } from '../../kernel/ids.js';

/** Entries above `after` up to `upTo`. */
export interface SeqSpan {
  readonly after: Seq;
  readonly upTo: Seq;
}

export const isIn = (span: SeqSpan, seq: Seq): boolean => seq > span.after && seq <= span.upTo;

/** The same entries as spans that are ascending, not empty, and touch nowhere. */
export function mergeSpans(spans: readonly SeqSpan[]): readonly SeqSpan[] {
  const merged: SeqSpan[] = [];
  for (const span of spans
    .filter(({ after, upTo }) => upTo > after)
    .toSorted((one, other) => one.after - other.after)) {
    const last = merged.at(-1);
    if (last === undefined || span.after > last.upTo) merged.push(span);
    else merged[merged.length - 1] = { after: last.after, upTo: Math.max(last.upTo, span.upTo) };
  }
  return merged;
}

/** What of `whole` lies in none of `taken`, ascending. */
export function subtractSpans(whole: SeqSpan, taken: readonly SeqSpan[]): readonly SeqSpan[] {
  const free: SeqSpan[] = [];
  let after = whole.after;
  for (const span of mergeSpans(taken)) {
    if (span.after > after) free.push({ after, upTo: Math.min(span.after, whole.upTo) });
    after = Math.max(after, span.upTo);
  }
  free.push({ after, upTo: whole.upTo });
  return free.filter((span) => span.upTo > span.after);
}

/** How far a cursor gets over the unbroken prefix of `confirmed`. */
export function prefixEnd(cursor: Seq, confirmed: readonly SeqSpan[]): Seq {
  let end = cursor;
  for (const span of mergeSpans(confirmed)) {
    if (span.after > end) break;
    end = Math.max(end, span.upTo);
  }
  return end;
}
