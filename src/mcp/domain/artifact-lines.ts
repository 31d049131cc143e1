import { charactersOf, countFitting } from './budget.js';
import { minuteOf } from './entry-lines.js';
import { labelled, quoted } from './frame.js';

/** A version as the index answers it. All of it is the service's own: kinds and names of roles have no other letters. */
export interface ShownVersion {
  readonly kind: string;
  readonly slot: string | null;
  readonly version: number;
  readonly bytes: number;
  readonly author: string;
  readonly at: string;
  readonly stale: boolean;
  readonly label: string;
}

export interface ShownDocument extends ShownVersion {
  readonly content: string | null;
}

/** `findings of review#2 v1`. */
export const titleOf = ({ kind, slot, version }: Pick<ShownVersion, 'kind' | 'slot' | 'version'>): string =>
  `${kind}${slot === null ? '' : ` of ${slot}`} v${version}`;

const columnsOf = (shown: ShownVersion): readonly string[] => [
  shown.label,
  titleOf(shown),
  `${shown.bytes} bytes`,
  `by ${shown.author}`,
  minuteOf(shown.at),
  shown.stale ? 'stale' : '',
];

/** `G57 diff v2 4096 bytes by implement 2026-11-30 13:05 stale`. */
export const versionLine = (shown: ShownVersion): string =>
  columnsOf(shown)
    .filter((column) => column !== '')
    .join(' ');

/** What stands where the text of a closed goal was. */
const EMPTIED = '(emptied: its goal is closed)';

/** A document among others: its line, then its text, quoted. */
export const documentLines = (shown: ShownDocument): readonly string[] => [
  ...labelled(columnsOf(shown), shown.content === null ? EMPTIED : ''),
  ...(shown.content === null ? [] : quoted(shown.content)),
];

/** How many documents, from the first on, fit whole. */
export const documentsFitting = (documents: readonly ShownDocument[], tokens: number): number =>
  countFitting(
    documents.map((shown) => documentLines(shown).join('\n').length),
    charactersOf(tokens),
  );

/** Whether a text, quoted, fits to its end. */
export const fitsWhole = (text: string, tokens: number): boolean => sizeOf(quoted(text)) <= charactersOf(tokens);

export interface FittingText {
  readonly lines: readonly string[];
  /** Bytes of the text that are shown, where that is not all of it. */
  readonly shownBytes: number | null;
}

/** As much of a text, quoted, as fits; at least one character. */
export function textWithin(text: string, tokens: number): FittingText {
  if (fitsWhole(text, tokens)) return { lines: quoted(text), shownBytes: null };
  const points = Array.from(text);
  const start = (count: number): string => points.slice(0, count).join('');
  let [fitting, tooMany] = [1, points.length];
  while (tooMany - fitting > 1) {
    const count = Math.floor((fitting + tooMany) / 2);
    if (fitsWhole(start(count), tokens)) fitting = count;
    else tooMany = count;
  }
  const shown = start(fitting);
  return { lines: quoted(shown), shownBytes: new TextEncoder().encode(shown).length };
}

const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);
