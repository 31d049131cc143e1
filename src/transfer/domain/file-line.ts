import type { Goal } from '../../boards/roles/domain/goal.js';
import type { NewEntry } from '../../journal/domain/entry-draft.js';
import type { Seq } from '../../kernel/ids.js';
import { searchText } from '../../kernel/text.js';

/** Of the lines below. What another number says can't be read here. */
export const FORMAT = 1;

/** The first line: which board, and how many entries follow. */
export interface HeaderLine {
  readonly kind: 'header';
  readonly board: string;
  readonly createdAtMs: number;
  readonly head: Seq;
}

/** Somebody whom the board knows. Those named by a service's configuration are members like others elsewhere. */
export interface MemberLine {
  readonly kind: 'member';
  /** A name, or `*` for any agent. */
  readonly agent: string;
  /** `former`: no member, but a name that only a role of its goal may have, for one had it. */
  readonly source: 'api' | 'seen' | 'former';
  readonly isOwner: boolean;
}

/** Those of the lines whose names are kept for roles. */
export const formerOf = (members: readonly MemberLine[]): readonly string[] =>
  members.flatMap(({ agent, source }) => (source === 'former' ? [agent] : []));

export interface EntryLine {
  readonly kind: 'entry';
  readonly entry: NewEntry;
}

/** A piece of the file that an entry before it carries. */
export interface PieceLine {
  readonly kind: 'piece';
  readonly seq: Seq;
  /** From 0 on. */
  readonly part: number;
  readonly body: Buffer;
}

/** The line behind the first: what the board is for, where it is a goal's, and the roles of that. */
export interface GoalLine {
  readonly kind: 'goal';
  readonly goal: Goal;
}

/** The text of the document that an entry before it records. */
export interface TextLine {
  readonly kind: 'text';
  readonly seq: Seq;
  readonly content: string;
}

/** The last line: what came before it. */
export interface EndLine {
  readonly kind: 'end';
  readonly members: number;
  readonly entries: number;
  /** Of all lines before it, see kernel/line-digest.ts. */
  readonly digest: string;
}

export type FileLine = HeaderLine | GoalLine | MemberLine | EntryLine | PieceLine | TextLine | EndLine;

/** A line of an export, without its end. The same board gives the same text, whatever it is stored in. */
export function printLine(line: FileLine): string {
  switch (line.kind) {
    case 'header':
      return JSON.stringify({
        format: FORMAT,
        board: line.board,
        created_at: new Date(line.createdAtMs).toISOString(),
        head: line.head,
      });
    case 'goal':
      return JSON.stringify(goalFields(line.goal));
    case 'member':
      return JSON.stringify({ member: line.agent, source: line.source, owner: line.isOwner });
    case 'entry':
      return JSON.stringify(entryFields(line.entry));
    case 'piece':
      return JSON.stringify({ file: line.seq, part: line.part, body: line.body.toString('base64') });
    case 'text':
      // What JSON makes of some characters would be longer than a line may be.
      return JSON.stringify({ artifact: line.seq, body: Buffer.from(line.content).toString('base64') });
    case 'end':
      return JSON.stringify({ end: true, members: line.members, entries: line.entries, digest: line.digest });
  }
}

/** What is none, or follows from the rest, is left out. */
const entryFields = (entry: NewEntry): object => ({
  seq: entry.seq,
  at: new Date(entry.createdAtMs).toISOString(),
  kind: entry.kind,
  type: entry.type,
  author: entry.author,
  ...(entry.recipient === null ? {} : { to: entry.recipient }),
  ...(entry.workLabel === null ? {} : { delegation_id: entry.workLabel }),
  ...(entry.refs.length === 0 ? {} : { refs: entry.refs.map(({ seq, relation }) => [seq, relation]) }),
  content: entry.content,
  ...(entry.searchText === searchText(entry.content) ? {} : { search_text: entry.searchText }),
  ...(entry.detail === null ? {} : { detail: entry.detail }),
  ...(Object.keys(entry.data).length === 0 ? {} : { data: entry.data }),
});

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A list that was not declared is left out: an empty one grants nothing. */
const goalFields = ({ goal, state, declaredSeq, closedAtMs, emptiedAtMs, roles }: Goal): object => ({
  goal,
  state,
  declared: declaredSeq,
  closed_at: instant(closedAtMs),
  emptied_at: instant(emptiedAtMs),
  roles: roles.map(({ mayEdit, seesBoard, ...role }) => ({ ...role, may_edit: mayEdit, board: seesBoard })),
});
