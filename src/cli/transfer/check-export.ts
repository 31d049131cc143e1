import { digestWith, NO_LINES } from '../../kernel/line-digest.js';

/** What an export is known to hold so far. */
export interface ExportCheck {
  readonly lines: number;
  /** The entries that the first line announces. */
  readonly announced: number | null;
  readonly entries: number;
  readonly digest: string;
  /** The last line came, and says what was counted. */
  readonly isWhole: boolean;
}

export const NOTHING_CHECKED: ExportCheck = { lines: 0, announced: null, entries: 0, digest: NO_LINES, isWhole: false };

/** Counts one more line. Whether it is a good one is for the service to say that imports it. */
export function checkLine(before: ExportCheck, line: string): ExportCheck {
  const lines = before.lines + 1;
  if (line.startsWith('{"end":')) {
    const isWhole = line.includes(`"digest":"${before.digest}"`) && before.entries === before.announced;
    return { ...before, lines, isWhole };
  }
  const head = before.lines === 0 ? /"head":(\d+)/.exec(line)?.[1] : undefined;
  return {
    lines,
    announced: head === undefined ? before.announced : Number(head),
    entries: before.entries + (line.startsWith('{"seq":') ? 1 : 0),
    digest: digestWith(before.digest, line),
    isWhole: false,
  };
}
