import { labelOf } from '../../../kernel/label.js';
import { capText } from '../../../kernel/text.js';
import { named } from './lease-entries.js';
import type { Lease } from './lease.js';

/** What stands over leases where views show them. */
export const LEASE_SECTION = 'LEASES';

const MOST_LINES = 30;
const LINE_LENGTH = 300;

/**
 * `G57 bob 2026-11-30 13:05 until 2026-11-30 13:20: src/**, task:release | what for`, one line a lease, ascending; the
 * newest of them, as many as fit into so many characters, and how many more there are.
 */
export function liveLeaseLines(leases: readonly Lease[], characters = Number.POSITIVE_INFINITY): readonly string[] {
  const lines = leases.map(lineOf);
  let left = characters;
  const fitting = lines.toReversed().findIndex((line, index) => (left -= line.length + 1) < 0 || index === MOST_LINES);
  const shown = fitting === -1 ? lines : lines.slice(lines.length - fitting);
  const more = lines.length - shown.length;
  return [...(more === 0 ? [] : [`${more} older leases: see tasks`]), ...shown];
}

function lineOf({ seq, holder, resources, intent, grantedAtMs, expiresAtMs }: Lease): string {
  const what = [named(resources), intent].filter((part) => part !== '').join(' | ');
  const line = `${labelOf(seq)} ${holder} ${minuteOf(grantedAtMs)} until ${minuteOf(expiresAtMs)}: ${what}`;
  return capText(line, LINE_LENGTH).text;
}

const minuteOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
