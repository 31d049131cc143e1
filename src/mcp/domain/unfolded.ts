import { charactersOf, countFitting } from './budget.js';
import { entryLines, type ShownEntry } from './entry-lines.js';
import { quoted } from './frame.js';

/** An entry with its detail, or the part of it that was asked for. */
export interface UnfoldedEntry extends ShownEntry {
  readonly detail: string | null;
  /** Where the detail goes on, in code points; absent: this is its end. */
  readonly next_offset?: number;
}

export interface Unfolded {
  readonly lines: readonly string[];
  /** Labels of entries that did not fit. */
  readonly leftOut: readonly string[];
  /** The entry whose detail was cut, and where it goes on. */
  readonly next: { readonly label: string; readonly offset: number } | null;
}

/**
 * As many whole entries as fit into so many tokens; the first stands in any case, its detail cut if need be. `offset` is
 * where the detail of a single entry begins.
 */
export function unfoldedWithin(
  entries: readonly UnfoldedEntry[],
  { tokens, offset }: { readonly tokens: number; readonly offset: number },
): Unfolded {
  const [first, ...others] = entries;
  if (first === undefined) return { lines: [], leftOut: [], next: null };
  const characters = charactersOf(tokens);
  const cut = cutDetail(first, characters);
  const sizes = others.map((entry) => linesOf(entry).join('\n').length);
  const count = countFitting(sizes, characters - sizeOf(cut.lines));
  const goesOn = cut.points === null ? first.next_offset : offset + cut.points;
  return {
    lines: [...cut.lines, ...others.slice(0, count).flatMap(linesOf)],
    leftOut: others.slice(count).map(({ label }) => label),
    next: goesOn === undefined ? null : { label: first.label, offset: goesOn },
  };
}

const linesOf = (entry: UnfoldedEntry): readonly string[] => [
  ...entryLines(entry),
  ...(entry.detail === null ? [] : quoted(entry.detail)),
];

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);

/** The entry with as much of its detail as fits, at least one code point; `points`: how many, null: all of it. */
function cutDetail(
  entry: UnfoldedEntry,
  characters: number,
): { readonly lines: readonly string[]; readonly points: number | null } {
  const whole = linesOf(entry);
  if (entry.detail === null || sizeOf(whole) <= characters) return { lines: whole, points: null };
  const points = Array.from(entry.detail);
  const head = entryLines(entry);
  let fitting = 1;
  let tooMany = points.length;
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    if (sizeOf(head) + sizeOf(quoted(points.slice(0, count).join(''))) <= characters) fitting = count;
    else tooMany = count;
  }
  return { lines: [...head, ...quoted(points.slice(0, fitting).join(''))], points: fitting };
}
