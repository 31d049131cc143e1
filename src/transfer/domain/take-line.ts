import type { Seq } from '../../kernel/ids.js';
import { digestWith, NO_LINES } from '../../kernel/line-digest.js';
import type { EndLine, FileLine, HeaderLine, PieceLine, TextLine } from './file-line.js';
import { LineFault } from './line-fields.js';
import { parseLine } from './parse-line.js';

/** How far a file has been taken. */
export interface Taken {
  readonly lines: number;
  /** The entries that the first line announces; null before it. */
  readonly announced: Seq | null;
  readonly members: number;
  readonly entries: number;
  /** Of all lines so far. */
  readonly digest: string;
  readonly isWhole: boolean;
}

export const NOTHING_TAKEN: Taken = {
  lines: 0,
  announced: null,
  members: 0,
  entries: 0,
  digest: NO_LINES,
  isWhole: false,
};

export const MAX_MEMBERS = 20_000;

/** Takes the next line of a file, or throws `LineFault`: out of order, not dense, or not what the last line says. */
export function takeLine(before: Taken, text: string): { readonly taken: Taken; readonly line: FileLine } {
  if (before.isWhole) throw new LineFault('line', 'stands behind the last line');
  const line = parseLine(text);
  const part = partOf(before, line);
  const digest = digestWith(before.digest, text);
  return { taken: { ...before, ...part, lines: before.lines + 1, digest }, line };
}

function partOf(before: Taken, line: FileLine): Partial<Taken> {
  switch (line.kind) {
    case 'header':
      return takeHeader(before, line);
    case 'goal':
      return takeGoal(before);
    case 'member':
      return takeMember(before);
    case 'entry':
      return takeEntry(before, line.entry.seq);
    case 'piece':
    case 'text':
      return takePiece(before, line);
    case 'end':
      return takeEnd(before, line);
  }
}

function takeHeader({ lines }: Taken, { head }: HeaderLine): Partial<Taken> {
  if (lines > 0) throw new LineFault('line', 'begins another export; import one file at a time');
  return { announced: head };
}

function takeGoal({ announced, lines }: Taken): Partial<Taken> {
  if (announced === null) throw new LineFault('line', NO_HEADER);
  if (lines > 1) throw new LineFault('line', 'is a goal that does not stand behind the first line');
  return {};
}

function takeMember({ announced, members, entries }: Taken): Partial<Taken> {
  if (announced === null) throw new LineFault('line', NO_HEADER);
  if (entries > 0) throw new LineFault('line', 'is a member behind the entries');
  if (members >= MAX_MEMBERS) throw new LineFault('line', `is one member more than ${MAX_MEMBERS}`);
  return { members: members + 1 };
}

function takeEntry({ announced, entries }: Taken, seq: Seq): Partial<Taken> {
  if (announced === null) throw new LineFault('line', NO_HEADER);
  if (seq !== entries + 1) throw new LineFault('seq', `is ${seq} where ${entries + 1} must follow`);
  if (seq > announced) throw new LineFault('seq', `is beyond the ${announced} entries that the first line announces`);
  return { entries: seq };
}

/** Whether it goes on where the file is, only the store can tell. */
function takePiece({ announced, entries }: Taken, { kind, seq }: PieceLine | TextLine): Partial<Taken> {
  if (announced === null) throw new LineFault('line', NO_HEADER);
  if (seq > entries)
    throw new LineFault(kind === 'piece' ? 'file' : 'artifact', `is ${seq}, which is no entry before it`);
  return {};
}

function takeEnd({ announced, members, entries, digest }: Taken, end: EndLine): Partial<Taken> {
  if (announced === null) throw new LineFault('line', NO_HEADER);
  if (entries !== announced || end.entries !== entries) {
    throw new LineFault(
      'entries',
      `${entries} came; the first line announces ${announced}, the last says ${end.entries}`,
    );
  }
  if (end.members !== members) {
    throw new LineFault('members', `${members} came, and the last line says ${end.members}`);
  }
  if (end.digest !== digest) throw new LineFault('digest', 'does not fit: a line before it was changed');
  return { isWhole: true };
}

const NO_HEADER = 'comes before the first line, which names the format';
