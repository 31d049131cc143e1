import { foldSpaces } from '../../kernel/text.js';

type Operator = '&' | '|' | '(' | ')' | '!';

/** A piece of a query. `column`: where it begins, in code points, the first is 1. */
export type Token =
  | { readonly kind: Operator | 'end' | 'unclosed'; readonly column: number }
  /** Literal text, escapes resolved and spaces folded; `isQuoted`: it stood as a phrase. */
  | { readonly kind: 'term'; readonly column: number; readonly text: string; readonly isQuoted: boolean };

interface Piece {
  readonly token: Token;
  /** The index of the first character after it. */
  readonly end: number;
}

const SIGNS: ReadonlySet<string> = new Set('&|()');
const ESCAPABLE = { term: new Set('&|()!"\\'), phrase: new Set('"\\') } as const;

/**
 * The pieces of a query, given as its code points; the last is `end`, at one past the last column. Total: a phrase
 * without its closing quote is `unclosed` at the end of the query, and the order of pieces is not judged.
 */
export function tokenize(chars: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let mayBeginAtom = true;
  while ((at = skipSpaces(chars, at)) < chars.length) {
    const { token, end } = readToken(chars, at, mayBeginAtom);
    tokens.push(token);
    mayBeginAtom = token.kind !== 'term' && token.kind !== ')';
    at = end;
  }
  return [...tokens, { kind: 'end', column: chars.length + 1 }];
}

function skipSpaces(chars: readonly string[], from: number): number {
  let at = from;
  while (at < chars.length && foldSpaces(chars[at] ?? '') === '') at += 1;
  return at;
}

function readToken(chars: readonly string[], at: number, mayBeginAtom: boolean): Piece {
  const kind = operatorAt(chars[at] ?? '', mayBeginAtom);
  if (kind) return { token: { kind, column: at + 1 }, end: at + 1 };
  return mayBeginAtom && chars[at] === '"' ? readPhrase(chars, at) : readTerm(chars, at);
}

function operatorAt(char: string, mayBeginAtom: boolean): Operator | undefined {
  switch (char) {
    case '&':
    case '|':
    case '(':
    case ')':
      return char;
    case '!':
      return mayBeginAtom ? char : undefined;
    default:
      return undefined;
  }
}

function readTerm(chars: readonly string[], start: number): Piece {
  let text = '';
  let at = start;
  while (at < chars.length && !SIGNS.has(chars[at] ?? '')) {
    const { literal, end } = readChar(chars, at, 'term');
    text += literal;
    at = end;
  }
  return { token: { kind: 'term', column: start + 1, text: foldSpaces(text), isQuoted: false }, end: at };
}

function readPhrase(chars: readonly string[], start: number): Piece {
  let text = '';
  let at = start + 1;
  while (at < chars.length && chars[at] !== '"') {
    const { literal, end } = readChar(chars, at, 'phrase');
    text += literal;
    at = end;
  }
  if (at >= chars.length) return { token: { kind: 'unclosed', column: chars.length + 1 }, end: at };
  return { token: { kind: 'term', column: start + 1, text: foldSpaces(text), isQuoted: true }, end: at + 1 };
}

/** One character, or two where a backslash takes the next as it is. */
function readChar(chars: readonly string[], at: number, within: 'term' | 'phrase'): { literal: string; end: number } {
  const [char = '', next = ''] = chars.slice(at, at + 2);
  return char === '\\' && ESCAPABLE[within].has(next) ? { literal: next, end: at + 2 } : { literal: char, end: at + 1 };
}

/**
 * The text that a writer of `foo(x)` meant: from a term on, brackets that open within it included, up to an operator
 * outside of them. Escapes resolved, spaces folded.
 */
export function readBracketed(chars: readonly string[], column: number): string {
  let text = '';
  let depth = 0;
  for (let at = column - 1; at < chars.length;) {
    const char = chars[at] ?? '';
    if (depth === 0 && char !== '(' && SIGNS.has(char)) break;
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    const { literal, end } = readChar(chars, at, 'term');
    text += literal;
    at = end;
  }
  return foldSpaces(text);
}
