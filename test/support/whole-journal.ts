import type { components } from '../../client/api.js';
import { createClient } from '../../client/index.js';

export type JournalEntry = components['schemas']['EntryDto'];

/** All entries of a board, oldest first, as its operator finds them page by page. */
export async function wholeJournal(url: string, board = 'main', kinds: 'gist' | 'all' = 'all') {
  return journalAfter(url, { board, after: 0, kinds });
}

/** The entries above a seq, oldest first. */
export async function journalAfter(
  url: string,
  { board, after, kinds = 'all' }: { board: string; after: number; kinds?: 'gist' | 'all' },
): Promise<readonly JournalEntry[]> {
  const operator = createClient(url, { agent: 'harness' });
  const found: JournalEntry[] = [];
  let before: string | undefined;
  do {
    const query = { q: '!"in no text of any test"', kinds, ...(before === undefined ? {} : { before }) };
    const { data, error } = await operator.GET('/board/{board}/grep', { params: { path: { board }, query } });
    if (data === undefined) throw new Error(JSON.stringify(error));
    const fresh = data.matches.filter(({ label }) => seqOf(label) > after);
    found.push(...fresh);
    before = fresh.length < data.matches.length ? undefined : data.next_before;
  } while (before !== undefined);
  return found.reverse();
}

export const seqOf = (label: string): number => Number(label.slice(1));

/** `G1`, `G2`, ... */
export const labelsUpTo = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `G${index + 1}`);
