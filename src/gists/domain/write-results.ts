import { labelOf } from '../../kernel/label.js';
import type { NoteVerdict } from './note-types.js';
import type { RelatedDraft } from './relate.js';

/** The most overlapping claims that an answer names; the rest stand in the live view. */
const MAX_OVERLAPS = 20;

/** What became of one note, as the answer to a write says it. */
export interface WriteResult {
  readonly index: number;
  readonly status: NoteVerdict['status'];
  readonly label?: string;
  readonly truncated?: true;
  readonly warnings?: string[];
  readonly code?: string;
  readonly message?: string;
  readonly overlaps?: string[];
}

/** One result a verdict, in order; `written` are the gists of the admitted ones, in the same order. */
export function writeResults(
  verdicts: readonly NoteVerdict[],
  written: readonly RelatedDraft[],
): readonly WriteResult[] {
  const gists = written[Symbol.iterator]();
  return verdicts.map((verdict, index) => {
    if (verdict.status !== 'admitted') return { index, ...verdict };
    const { note } = verdict;
    const { value: related } = gists.next() as IteratorResult<RelatedDraft, undefined>;
    return {
      index,
      status: verdict.status,
      ...(related === undefined ? {} : { label: labelOf(related.gist.seq) }),
      ...(note.isTruncated ? { truncated: true } : {}),
      ...(note.warnings.length > 0 ? { warnings: [...note.warnings] } : {}),
      ...(related !== undefined && related.overlaps.length > 0
        ? { overlaps: related.overlaps.slice(0, MAX_OVERLAPS) }
        : {}),
    };
  });
}
