import { normaliseLine } from '../../kernel/text.js';
import { NOTE_TYPES, type NoteDraft } from './note-types.js';
import { noTypeAt, unknownTypeAt } from './verify-note-messages.js';

/** A line of a text block that is no note; it is its own verdict. `line` counts from 1. */
export interface RefusedLine {
  readonly status: 'rejected';
  readonly code: 'unknown_type' | 'no_type';
  readonly message: string;
  readonly line: number;
}

export interface ParsedNotes {
  /** In input order, so that each note and each refused line gets a result. Not bounded: the caller limits notes. */
  readonly drafts: readonly (NoteDraft | RefusedLine)[];
  /** Headings, dividers and blank lines. */
  readonly skipped: number;
}

const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;
const SKIPPED = /^(?:|#{1,6}(?:\s.*)?|[-*_=]{3,})$/;
const BULLET = /^[-+*\u2022\u2023\u00B7\u2013\u2014](?:\s|$)/;
// Leading bullets, stars and the number of a list item.
const LEAD = /^[-+*_\u2022\u2023\u00B7\u2013\u2014\s]*(?:\d{1,3}[.)]\s[*_\s]*)?/;
const TYPE = new RegExp(
  String.raw`^(${NOTE_TYPES.join('|')})([*_]*)(?![\p{L}\p{N}_*]|[-./][\p{L}\p{N}])\s?([:\uFF1A]?)[*_]*`,
  'iu',
);
const FIRST_WORD = /^[\p{L}\p{N}_]+(?:[-./][\p{L}\p{N}_]+)*/u;

type Line =
  | { readonly is: 'note'; readonly type: string; readonly rest: string }
  | { readonly is: 'unknown'; readonly word: string }
  | { readonly is: 'more'; readonly text: string }
  | { readonly is: 'skipped' };

/** What is being read: a note or an unknown type with the lines that continue it, or a line without a type. */
type Block =
  | { readonly is: 'note'; readonly type: string; readonly parts: string[] }
  | { readonly is: 'unknown'; readonly word: string; readonly line: number; last: number }
  | { readonly is: 'typeless'; readonly line: number };

/**
 * Reads notes from a block of lines, one note a line: `FACT x`, `fact: x`, `- **Fact**: x`. A line without a type
 * continues the note before it. No line vanishes: each is a note, part of one, refused, or counted as skipped.
 */
export function parseNotes(text: string): ParsedNotes {
  const lines = text.split(LINE_BREAK).map((line) => readLine(normaliseLine(line)));
  // A final line break ends the last line; it does not begin another.
  if (text === '' || LINE_BREAK.test(text.slice(-1))) lines.pop();
  const blocks: Block[] = [];
  lines.forEach((line, index) => addLine(blocks, line, index + 1));
  return { drafts: blocks.map(draftOf), skipped: lines.filter((line) => line.is === 'skipped').length };
}

function readLine(line: string): Line {
  if (SKIPPED.test(line)) return { is: 'skipped' };
  const body = line.replace(LEAD, '');
  const [head, type, emphasis, colon] = TYPE.exec(body) ?? [];
  const isMarked = emphasis !== undefined && colon !== undefined && emphasis + colon !== '';
  if (head !== undefined && type !== undefined && (isMarked || type === type.toUpperCase()))
    return { is: 'note', type: type.toUpperCase(), rest: body.slice(head.length).trim() };
  const word = FIRST_WORD.exec(body)?.[0] ?? '';
  return BULLET.test(line) || isUpperCaseWord(word)
    ? { is: 'unknown', word: word || line }
    : { is: 'more', text: line };
}

/** `BOGUS`, `HTTP/2`; not `I`, `A` or `42`, which begin ordinary sentences. */
const isUpperCaseWord = (word: string): boolean =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();

function addLine(blocks: Block[], line: Line, number: number): void {
  switch (line.is) {
    case 'skipped':
      return;
    case 'note':
      blocks.push({ is: 'note', type: line.type, parts: [line.rest] });
      return;
    case 'unknown':
      blocks.push({ is: 'unknown', word: line.word, line: number, last: number });
      return;
    case 'more':
      continueBlock(blocks, line.text, number);
  }
}

function continueBlock(blocks: Block[], text: string, number: number): void {
  const before = blocks.at(-1);
  if (before?.is === 'note') before.parts.push(text);
  else if (before?.is === 'unknown') before.last = number;
  else blocks.push({ is: 'typeless', line: number });
}

function draftOf(block: Block): NoteDraft | RefusedLine {
  switch (block.is) {
    case 'note':
      return { type: block.type, content: block.parts.join(' ').trim() };
    case 'unknown': {
      const { word, line, last } = block;
      const place = last === line ? `Line ${line}` : `Lines ${line} to ${last}`;
      return { status: 'rejected', code: 'unknown_type', message: unknownTypeAt(place, word), line };
    }
    case 'typeless':
      return { status: 'rejected', code: 'no_type', message: noTypeAt(`Line ${block.line}`), line: block.line };
  }
}
