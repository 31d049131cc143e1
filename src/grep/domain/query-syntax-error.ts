/** A query that can't be read: where, what was expected there, and the query with a caret under the place. */
export class QuerySyntaxError extends Error {
  /**
   * @param column code points from the start of the query, the first is 1; one past the end where the query stopped short
   * @param expected a phrase that goes on from "expected"
   * @param caret two lines: the query, what would break the line or the alignment shown as spaces, and the caret
   */
  constructor(
    readonly column: number,
    readonly expected: string,
    readonly caret: string,
  ) {
    super(`column ${column}: expected ${expected}`);
    this.name = 'QuerySyntaxError';
  }
}

/** The query on one line whatever stands in it, and a caret under a column. One code point takes one place. */
export function caretUnder(chars: readonly string[], column: number): string {
  const line = chars.map((char) => char.replace(/[\p{C}\p{Z}]/u, ' ')).join('');
  return `${line}\n${' '.repeat(column - 1)}^`;
}
