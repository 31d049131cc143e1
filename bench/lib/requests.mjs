import { agentName, noteOf, randomOf } from './texts.mjs';

const DISTINCT = 96;

/** Distinct `write` requests for closed loops, of `count` notes each, by 32 authors. `isMixed`: of all five types. */
export function writeRequests(board, count, isMixed = false) {
  const random = randomOf(count);
  return Array.from({ length: DISTINCT }, (_, index) => ({
    method: 'POST',
    path: `/board/${board}/write`,
    headers: { 'content-type': 'application/json', 'x-agent': agentName(index % 32) },
    body: JSON.stringify({ notes: Array.from({ length: count }, () => noteOf(random, isMixed)) }),
  }));
}

export const readRequests = (board) => [
  { method: 'GET', path: `/board/${board}/read`, headers: { 'x-agent': agentName(0) } },
];
