import type { Seq } from '../../kernel/ids.js';
import { seqOfLabel } from '../../kernel/label.js';
import { capText } from '../../kernel/text.js';

/** The most entries that one request may unfold. */
export const MAX_LABELS = 50;

/** The most code points of a malformed label that an error repeats. */
const SHOWN_CHARACTERS = 40;

/** Labels that can't be unfolded. `label`: the one at fault as it was given, cut to 40 characters. */
export class LabelsError extends Error {
  constructor(
    readonly code: 'malformed' | 'too_many',
    readonly label: string,
  ) {
    super(
      code === 'malformed'
        ? `"${label}" is no label: write G41, or a range such as G15-G18`
        : `at most ${MAX_LABELS} labels at once; "${label}" goes over that`,
    );
    this.name = 'LabelsError';
  }
}

/**
 * `G12,G15-G18` -> 12, 15, 16, 17, 18: in the order asked, each once, at its first place. Any case; parted by commas or
 * white space; ranges include both ends. Throws `LabelsError` for anything else, for none, and for more than 50.
 */
export function parseLabels(text: string): readonly Seq[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length === 0) throw new LabelsError('malformed', '');
  const seqs = new Set<Seq>();
  for (const part of parts) {
    const { first, last } = parseRange(part);
    // A range may be as wide as numbers go: it is walked no further than to the first label too many.
    for (let seq = first; seq <= last && seqs.size <= MAX_LABELS; seq += 1) seqs.add(seq);
    if (seqs.size > MAX_LABELS) throw new LabelsError('too_many', shown(part));
  }
  return [...seqs];
}

function parseRange(part: string): { readonly first: Seq; readonly last: Seq } {
  const [from = '', to = from, ...rest] = part.split('-', 3);
  const first = seqOfLabel(from);
  const last = seqOfLabel(to);
  if (first === undefined || last === undefined || last < first || rest.length > 0)
    throw new LabelsError('malformed', shown(part));
  return { first, last };
}

const shown = (part: string): string => capText(part, SHOWN_CHARACTERS).text;
