import { foldSpaces } from '../../kernel/text.js';
import { claimEnd } from './claims.js';
import type { LiveEntry } from './dedupe.js';
import type { Gist } from './note-types.js';

/** The most authors that one line names; further ones are counted. */
export const MAX_AUTHORS_SHOWN = 5;

const DETAIL_MARK = '⊕';

// Our own marks follow the content, so content that ends like one must not pass for it.
const ENDS_LIKE_DETAIL = /⊕$/;
const ENDS_LIKE_FAILS = /after \d+ fails?$/i;

/** Joiners and variation selectors, which texts may hold and nobody sees. */
const UNSEEN = /\u200C|\u200D|\uFE0E|\uFE0F/g;

/** `2026-11-30`: the UTC date of an instant in milliseconds since 1970. */
export const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/**
 * One line of the live view. All that we say of a gist stands before its content, but for two marks after it.
 * `previousDate` is the date of the line before it in its section: a date is said where it changes.
 */
export function renderLine(entry: LiveEntry, previousDate: string | undefined): string {
  const { gist, label } = entry;
  const columns = [
    label,
    gist.type,
    gist.type === 'PATCH_SUMMARY' ? entry.status : '',
    authorsOf(entry),
    entry.repeats.length > 0 ? `×${entry.repeats.length + 1}` : '',
    whenOf(gist.createdAtMs, previousDate),
    gist.type === 'CLAIM' ? `until ${whenOf(claimEnd(gist), dateOf(gist.createdAtMs))}` : '',
    contentOf(gist),
    failsText(gist.data.fails_before ?? 0),
    gist.hasDetail ? DETAIL_MARK : '',
  ];
  return columns.filter((column) => column !== '').join(' ');
}

function authorsOf({ gist, authors }: LiveEntry): string {
  const first = gist.workLabel === null ? gist.author : `${gist.author}/${gist.workLabel}`;
  const more = authors.length - MAX_AUTHORS_SHOWN;
  return [first, ...authors.slice(1, MAX_AUTHORS_SHOWN), ...(more > 0 ? [`+${more}`] : [])].join(',');
}

function contentOf({ type, content }: Gist): string {
  const seen = foldSpaces(content.replace(UNSEEN, ''));
  const isMistakable = ENDS_LIKE_DETAIL.test(seen) || (type === 'PATCH_SUMMARY' && ENDS_LIKE_FAILS.test(seen));
  return isMistakable ? `"${content}"` : content;
}

function whenOf(atMs: number, previousDate: string | undefined): string {
  const iso = new Date(atMs).toISOString();
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  return date === previousDate ? time : `${date} ${time}`;
}

function failsText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? 'after 1 fail' : `after ${count} fails`;
}
