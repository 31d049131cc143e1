import type { Problem } from '../../kernel/problem.js';

/** The most wrong places that one text names. */
const MAX_PLACES = 20;

/** A refusal as a model reads it: its code, what was wrong and what to do, each place, and when to try again. */
export function problemText({ code, detail, extras }: Problem, requestId: string): string {
  const { errors = [], retryAfterS, members } = extras;
  const places = errors.filter(({ path, message }) => !detail.includes(`${path}: ${message}`));
  const caret = members?.caret;
  return [
    `${code}: ${detail}`,
    ...places.slice(0, MAX_PLACES).map(({ path, message }) => `- ${path}: ${message}`),
    ...(places.length > MAX_PLACES ? [`- and ${places.length - MAX_PLACES} more`] : []),
    ...(typeof caret === 'string' ? [caret] : []),
    ...(retryAfterS === undefined ? [] : [`Try again in ${retryAfterS} s.`]),
    ...(code === 'internal' ? [`requestId ${requestId}`] : []),
  ].join('\n');
}
