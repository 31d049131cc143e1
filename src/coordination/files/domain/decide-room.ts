/** The most files of one board, however small: each is a line of every list. */
export const MAX_FILES = 10_000;

export interface Held {
  readonly files: number;
  readonly bytes: number;
}

/** Whether a board that holds so much takes one more file. */
export function decideRoom(
  held: Held,
  { bytes, totalBytes }: { readonly bytes: number; readonly totalBytes: number },
): 'fits' | 'too-many' | 'too-much' {
  if (held.files >= MAX_FILES) return 'too-many';
  return held.bytes + bytes > totalBytes ? 'too-much' : 'fits';
}
