const MAX_COMMANDS = 256;
const MAX_ENTRIES = 1_000;
/** With what folding and escaping add, a statement stays well under the 16 MiB that MariaDB takes. */
const MAX_BYTES = 1_048_576;

/**
 * How many of the waiting commands, from the first on, go into the next commit: one that needs its own transaction
 * alone, else as many sharing ones as the bounds allow, at least one.
 */
export function takeBatch(waiting: readonly ({ readonly entries: number; readonly bytes: number } | 'own')[]): number {
  if (waiting[0] === 'own') return 1;
  let entries = 0;
  let bytes = 0;
  let count = 0;
  for (const size of waiting) {
    if (size === 'own' || count === MAX_COMMANDS) break;
    entries += size.entries;
    bytes += size.bytes;
    if (count > 0 && (entries > MAX_ENTRIES || bytes > MAX_BYTES)) break;
    count += 1;
  }
  return count;
}
