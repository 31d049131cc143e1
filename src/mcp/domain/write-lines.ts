import { callText } from './call-text.js';

/** What became of one note, as the REST surface answers it. */
export interface NoteResult {
  readonly index: number;
  readonly status: string;
  readonly label?: string;
  readonly truncated?: boolean;
  readonly warnings?: readonly string[];
  readonly code?: string;
  readonly message?: string;
  readonly overlaps?: readonly string[];
}

export interface WriteAnswer {
  readonly board: string;
  readonly head: number;
  readonly results: readonly NoteResult[];
  readonly skipped?: number;
}

/** One line a note: its label, or why there is none and what to do; what its author should know behind it. */
export function writeLines({ board, head, results, skipped }: WriteAnswer): readonly string[] {
  const admitted = results.filter(({ status }) => status === 'admitted').length;
  const lines = skipped === undefined ? '' : `, ${skipped} headings or blank lines skipped`;
  return [`${board}: ${admitted} of ${results.length} notes written, head ${head}${lines}.`, ...results.map(noteLine)];
}

function noteLine({
  index,
  status,
  label,
  truncated,
  warnings = [],
  code,
  message,
  overlaps = [],
}: NoteResult): string {
  if (label === undefined) return `notes.${index} ${status} (${code ?? ''}): ${message ?? ''}`;
  const remarks = [
    truncated === true ? 'Cut; the whole text is its detail.' : '',
    ...warnings,
    overlaps.length === 0
      ? ''
      : `Others claim the same: look before you go on: ${callText('board_unfold', { labels: overlaps.join(',') })}`,
  ].filter((remark) => remark !== '');
  return [`notes.${index} is ${label}.`, ...remarks].join(' ');
}
