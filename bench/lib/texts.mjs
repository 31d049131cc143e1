/** Notes as agents write them, 60-100 characters; the same seed gives the same notes. */
const SUBJECTS =
  'retry budget|connection pool|shard lease|session cache|rate limiter|migration lock|token check|view rebuild|upload queue|feed cursor|worker shutdown|schema guard|config loader|batch writer|index scan|webhook signer'.split(
    '|',
  );
const HAPPENINGS =
  'times out under load|leaks a handle after a reset|deadlocks with two writers|returns stale rows for a second|ignores the deadline|drops the last item of a page|retries without backoff|is never closed on shutdown|holds the lock too long|passes with one worker only'.split(
    '|',
  );
const PLACES =
  'src/net/retry.ts|src/db/pool.ts|src/jobs/lease.ts|src/http/limits.ts|src/auth/token.ts|src/feed/cursor.ts|test/e2e/shutdown.spec.ts|src/view/render.ts|src/batch/writer.ts|src/config/load.ts'.split(
    '|',
  );
const EXTRAS =
  'seen twice on CI|since the last rebase|only on MariaDB|with 32 clients|on a cold cache|after kill -9|in both replicas|when the disk is full'.split(
    '|',
  );

/** In about every twentieth text, in about every second, in a handful of a whole board. */
export const WORDS = { some: 'deadlocks', other: 'lease', common: 'src/', rare: 'zeppelin' };

/** Numbers from 0 to 1 that only depend on the seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const pick = (random, list) => list[Math.floor(random() * list.length)];

/** One line of 60-100 characters. */
export function contentOf(random) {
  const place =
    random() < 0.6 ? `${pick(random, PLACES)}:${1 + Math.floor(random() * 400)}` : `case ${Math.floor(random() * 1e6)}`;
  let text = `${pick(random, SUBJECTS)} ${pick(random, HAPPENINGS)}, ${place}`;
  while (text.length < 60) text += `, ${pick(random, EXTRAS)}`;
  return text.slice(0, 100);
}

const patchOf = (random) =>
  `files=${pick(random, PLACES)} | idea=guard the ${pick(random, SUBJECTS)} | evidence=npm test: ${1 + Math.floor(random() * 90)} passed`;

/** A note as `write` takes it. `mixed`: all five types, else the two that bear on nothing. */
export function noteOf(random, mixed = false) {
  const draw = random();
  const delegation_id = `w${Math.floor(random() * 50)}`;
  if (mixed && draw < 0.1) return { type: 'FAIL', content: contentOf(random), delegation_id };
  if (mixed && draw < 0.17) return { type: 'PATCH_SUMMARY', content: patchOf(random), delegation_id };
  if (mixed && draw < 0.2)
    return { type: 'CLAIM', content: `rewriting ${pick(random, PLACES)}, ${contentOf(random)}`, delegation_id };
  return { type: draw < 0.6 ? 'FACT' : 'OBSERVED', content: contentOf(random), delegation_id };
}

export const agentName = (index) => `agent-${index}`;
