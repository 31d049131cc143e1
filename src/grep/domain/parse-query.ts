import { cutCodePoints } from '../../kernel/text.js';
import { quotePhrase } from './print-query.js';
import { QuerySyntaxError, caretUnder } from './query-syntax-error.js';
import { and, foldTerm, not, or, term } from './query-tree.js';
import type { QueryTree } from './query-tree.js';
import { readBracketed, tokenize } from './tokenize.js';
import type { Token } from './tokenize.js';

/** In code points. */
export const MAX_QUERY_CHARACTERS = 1_000;
export const MAX_QUERY_TERMS = 64;
/** How many `(` and `!` may be open at one place. */
export const MAX_QUERY_DEPTH = 32;

/**
 * Reads a boolean query: `&` binds tighter than `|`, `!` and brackets as usual, phrases in quotes, all else is literal.
 * Throws `QuerySyntaxError` at the first place that can't be read or goes over a limit, and nothing else.
 */
export function parseQuery(text: string): QueryTree {
  const chars = [...cutCodePoints(text, MAX_QUERY_CHARACTERS + 1)];
  if (chars.length > MAX_QUERY_CHARACTERS) {
    const shown = [...chars.slice(0, MAX_QUERY_CHARACTERS), '…'];
    const column = MAX_QUERY_CHARACTERS + 1;
    throw new QuerySyntaxError(column, `at most ${MAX_QUERY_CHARACTERS} characters`, caretUnder(shown, column));
  }
  return new QueryParser(chars).parse();
}

type TermToken = Extract<Token, { kind: 'term' }>;

/** Recursive descent, one method a rule of the grammar; `depth` bounds the recursion. */
class QueryParser {
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;
  private openBrackets = 0;
  private terms = 0;

  constructor(private readonly chars: readonly string[]) {
    this.tokens = tokenize(chars);
  }

  parse(): QueryTree {
    const tree = this.query();
    if (this.peek().kind !== 'end') this.failAfterAtom();
    return tree;
  }

  private query(): QueryTree {
    return this.list('|', () => this.list('&', () => this.unary()));
  }

  private list(separator: '&' | '|', readItem: () => QueryTree): QueryTree {
    const first = readItem();
    const items = [first];
    while (this.take(separator)) items.push(readItem());
    if (items.length === 1) return first;
    return separator === '&' ? and(items) : or(items);
  }

  private unary(): QueryTree {
    const token = this.peek();
    switch (token.kind) {
      case '!':
        return this.nested(token.column, () => not(this.unary()));
      case '(':
        return this.nested(token.column, () => this.bracketed());
      case 'term':
        return this.term(token);
      case 'unclosed':
        return this.fail(token.column, 'a closing " of the phrase');
      case '&':
      case '|':
      case ')':
      case 'end':
        return this.fail(token.column, 'a term, a phrase in quotes, "!" or "("');
    }
  }

  private nested(column: number, readInner: () => QueryTree): QueryTree {
    if (this.depth === MAX_QUERY_DEPTH) this.fail(column, `at most ${MAX_QUERY_DEPTH} levels of "(" and "!"`);
    this.depth += 1;
    this.next += 1;
    const tree = readInner();
    this.depth -= 1;
    return tree;
  }

  private bracketed(): QueryTree {
    this.openBrackets += 1;
    const tree = this.query();
    if (!this.take(')')) this.failAfterAtom();
    this.openBrackets -= 1;
    return tree;
  }

  private term(token: TermToken): QueryTree {
    const read = term(token.text);
    if (foldTerm(read) === '') this.fail(token.column, 'a term with something in it to search for');
    if (this.terms === MAX_QUERY_TERMS) this.fail(token.column, `at most ${MAX_QUERY_TERMS} terms`);
    this.terms += 1;
    this.next += 1;
    return read;
  }

  private failAfterAtom(): never {
    const before = this.tokens[this.next - 1];
    const { kind, column } = this.peek();
    if (kind === '(' && before?.kind === 'term' && !before.isQuoted) {
      const offer = quotePhrase(readBracketed(this.chars, before.column));
      this.fail(column, `"&" or "|" before "(", or quotes where it is part of the text: ${offer}`);
    }
    this.fail(column, this.openBrackets > 0 ? '"&", "|" or ")"' : '"&", "|" or the end of the query');
  }

  private peek(): Token {
    return this.tokens[this.next] ?? { kind: 'end', column: this.chars.length + 1 };
  }

  private take(kind: Token['kind']): boolean {
    const isNext = this.peek().kind === kind;
    if (isNext) this.next += 1;
    return isNext;
  }

  private fail(column: number, expected: string): never {
    throw new QuerySyntaxError(column, expected, caretUnder(this.chars, column));
  }
}
