import { cutToFit, greatestThatFits } from '../../kernel/cut-to-fit.js';
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
  /** The entry whose text was cut: a message too long for so few tokens. */
  readonly cut: string | null;
}

/**
 * As many whole entries as fit into so many tokens; the first stands in any case, cut if need be. `offset` is
 * where the detail of a single entry begins.
 */
export function unfoldedWithin(
  entries: readonly UnfoldedEntry[],
  { tokens, offset }: { readonly tokens: number; readonly offset: number },
): Unfolded {
  const [whole, ...others] = entries;
  if (whole === undefined) return { lines: [], leftOut: [], next: null, cut: null };
  const characters = charactersOf(tokens);
  const first = { ...whole, content: cutToFit(whole.content, (content) => fits({ ...whole, content }, characters)) };
  const cut = cutDetail(first, characters);
  const sizes = others.map((entry) => linesOf(entry).join('\n').length);
  const count = countFitting(sizes, characters - sizeOf(cut.lines));
  const goesOn = cut.points === null ? first.next_offset : offset + cut.points;
  return {
    lines: [...cut.lines, ...others.slice(0, count).flatMap(linesOf)],
    leftOut: others.slice(count).map(({ label }) => label),
    next: goesOn === undefined ? null : { label: first.label, offset: goesOn },
    cut: first.content === whole.content ? null : first.label,
  };
}

const linesOf = (entry: UnfoldedEntry): readonly string[] => [
  ...entryLines(entry),
  ...(entry.detail === null ? [] : quoted(entry.detail)),
];

const fits = (entry: UnfoldedEntry, characters: number): boolean => sizeOf(entryLines(entry)) <= characters;

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
  const startOf = (count: number): string => points.slice(0, count).join('');
  const fitting = greatestThatFits(
    1,
    points.length,
    (count) => sizeOf(head) + sizeOf(quoted(startOf(count))) <= characters,
  );
  return { lines: [...head, ...quoted(startOf(fitting))], points: fitting };
}
