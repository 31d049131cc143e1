/** The most code points of folded text that are stored to be searched. */
export const SEARCH_TEXT_LIMIT = 1_000;

// Written as escapes: each of these is invisible, and would be so here too.
const DROPPED_FORMAT = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g;
const CONTROLS_IN_LINE = /[\u0000-\u0008\u000E-\u001B\u007F-\u0084\u0086-\u009F]/g;
const CONTROLS_IN_BLOCK = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;
// Not U+FEFF, which `\s` has: it is dropped, and does not part words.
const WHITE_SPACE = /(?:[^\S\uFEFF]|[\u001C-\u001F\u0085])+/g;
/**
 * Marks of one letter beyond 30, which no script has: putting a run of them in order takes time with the square of its
 * length, so that a megabyte would stop the process for minutes.
 */
const MARKS_BEYOND = /(\p{M}{30})\p{M}+/gu;
const JOINERS = /[\u200C\u200D]/g;
// Most notes are printable ASCII: normalising leaves that as it is, and folding only lowers its case.
const PLAIN_LINE = /^[!-~]+(?: [!-~]+)*$/;
const PLAIN_BLOCK = /^[\t\n -~]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One line of plain text: NFC, no control or invisible direction characters, any white space one space, trimmed. */
export function normaliseLine(text: string): string {
  if (PLAIN_LINE.test(text)) return text;
  return (
    text
      .toWellFormed()
      .replace(DROPPED_FORMAT, '')
      .replace(CONTROLS_IN_LINE, '')
      // After dropping: what stood between a letter and its mark would keep them from composing.
      .replace(MARKS_BEYOND, '$1')
      .normalize('NFC')
      .replace(WHITE_SPACE, ' ')
      .trim()
  );
}

/** Plain text of many lines: line breaks become `\n`, tabs stay, other control characters go. */
export function normaliseBlock(text: string): string {
  if (PLAIN_BLOCK.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(DROPPED_FORMAT, '')
    .replace(CONTROLS_IN_BLOCK, '')
    .replace(MARKS_BEYOND, '$1')
    .normalize('NFC');
}

/** Any run of white space, line breaks too, becomes one space; none is left at the ends. Nothing else changes. */
export const foldSpaces = (text: string): string => text.replace(WHITE_SPACE, ' ').trim();

/**
 * The one meaning of "the same text" for search and comparison: compatibility forms and case are folded, zero-width
 * characters dropped, runs of white space one space. Idempotent. Not cut: see `searchText`.
 */
export function fold(text: string): string {
  if (PLAIN_LINE.test(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .replace(DROPPED_FORMAT, '')
    .replace(JOINERS, '')
    .replace(MARKS_BEYOND, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replace(MARKS_BEYOND, '$1')
    .replace(WHITE_SPACE, ' ')
    .trim();
}

/** What is stored to be searched of a text: at most `limit` code points of its fold. */
export const foldedStart = (text: string, limit: number): string =>
  // Folding makes one code point into up to 18, and only joiners and marks vanish; what is far behind need not be folded.
  cutCodePoints(fold(cutCodePoints(text, limit * 8)), limit);

/** What is stored to be searched of an entry's content. */
export const searchText = (text: string): string => foldedStart(text, SEARCH_TEXT_LIMIT);

export const codePointCount = (text: string): number =>
  text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

/** At most `limit` code points from the start. */
export function cutCodePoints(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let taken = 0; taken < limit && end < text.length; taken += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Cut at a grapheme boundary so that the result, `…` included, has at most `limit` code points. */
export function capText(text: string, limit: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= limit || codePointCount(text) <= limit) return { text, isCut: false };
  let kept = '';
  let count = 0;
  for (const { segment } of graphemes.segment(cutCodePoints(text, limit))) {
    count += codePointCount(segment);
    if (count > limit - 1) break;
    kept += segment;
  }
  return { text: `${kept.trimEnd()}…`, isCut: true };
}
