/** Beyond this many lines on each side a difference is shown as all of them. */
const MAX_LINES = 1_500;

/** Lines that take the place of others. */
interface Hunk {
  /** Of the first of them, from 1. */
  readonly line: number;
  readonly old: string[];
  readonly fresh: string[];
}

/**
 * What differs, `-` and `+`, under the line where it stands. Nothing else is shown, neither lines that stay nor what
 * stays of a line: there may be secrets in it.
 */
export function lineDiff(before: string, after: string): string {
  const hunks = hunksOf(linesOf(before), linesOf(after));
  return hunks.flatMap((hunk) => [`@@ line ${hunk.line} @@`, ...linesFor(hunk)]).join('\n');
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

function linesFor({ old, fresh }: Hunk): readonly string[] {
  const [first, firstFresh] = [old[0], fresh[0]];
  if (first === undefined || firstFresh === undefined) return signed(old, fresh);
  const [gone, put] = middles(first, firstFresh);
  return signed([gone, ...old.slice(1)], [put, ...fresh.slice(1)]);
}

const signed = (old: readonly string[], fresh: readonly string[]): readonly string[] => [
  ...old.filter((line) => line !== '…').map((line) => `-${line}`),
  ...fresh.filter((line) => line !== '…').map((line) => `+${line}`),
];

/** What differs in two lines, `…` for what stays. */
function middles(old: string, fresh: string): readonly [string, string] {
  const most = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < most && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const middle = (text: string): string =>
    `${start > 0 ? '…' : ''}${text.slice(start, text.length - end)}${end > 0 && text.length > start + end ? '…' : ''}`;
  return [middle(old), middle(fresh)];
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [old, fresh] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (old.length > MAX_LINES || fresh.length > MAX_LINES)
    return [{ line: start + 1, old: [...old], fresh: [...fresh] }];
  return walk(old, fresh, start + 1);
}

/** `[i][j]`: how many lines the ends of both have in common from there. */
function commonLines(old: readonly string[], fresh: readonly string[]): (i: number, j: number) => number {
  const width = fresh.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => table[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      table[i * width + j] = old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}

function walk(old: readonly string[], fresh: readonly string[], firstLine: number): readonly Hunk[] {
  const common = commonLines(old, fresh);
  const hunks: Hunk[] = [];
  let hunk: Hunk | undefined;
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [gone, put] = [old[i], fresh[j]];
    if (gone === put) {
      hunk = undefined;
      i += 1;
      j += 1;
      continue;
    }
    if (hunk === undefined) hunks.push((hunk = { line: firstLine + i, old: [], fresh: [] }));
    if (gone !== undefined && (put === undefined || common(i + 1, j) >= common(i, j + 1))) {
      hunk.old.push(gone);
      i += 1;
    } else if (put !== undefined) {
      hunk.fresh.push(put);
      j += 1;
    }
  }
  return hunks;
}
