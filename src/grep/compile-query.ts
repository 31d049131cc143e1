import { Brackets, NotBrackets, type WhereExpressionBuilder } from 'typeorm';
import { foldTerm, type QueryTree } from './domain/query-tree.js';

/** What is searched: the text of entries, their details, or both. */
export type SearchedText = 'content' | 'detail' | 'all';

/** Columns of the rows `e` (entry) and `d` (its detail, null where it has none). */
const COLUMNS: Readonly<Record<SearchedText, readonly string[]>> = {
  content: ['e.search_text'],
  detail: ['d.search_body'],
  all: ['e.search_text', "COALESCE(d.search_body, '')"],
};

/**
 * The clause that a query means. Each term is a bound value, compared literally with folded text by INSTR, which needs
 * no escaping and knows no collation here: the columns are binary. Nothing of a query becomes SQL.
 */
export function compileQuery(tree: QueryTree, searched: SearchedText): Brackets {
  let termCount = 0;
  const compile = (node: QueryTree): Brackets => {
    switch (node.kind) {
      case 'term': {
        const name = `term${termCount}`;
        termCount += 1;
        return contains(COLUMNS[searched], name, foldTerm(node));
      }
      case 'not': {
        const negated = compile(node.item);
        return new NotBrackets((clause) => clause.where(negated));
      }
      case 'and':
        return joined(node.items.map(compile), (clause, item) => clause.andWhere(item));
      case 'or':
        return joined(node.items.map(compile), (clause, item) => clause.orWhere(item));
    }
  };
  return compile(tree);
}

const contains = (columns: readonly string[], name: string, value: string): Brackets =>
  new Brackets((clause) => {
    for (const column of columns) clause.orWhere(`INSTR(${column}, :${name}) > 0`, { [name]: value });
  });

const joined = (
  items: readonly Brackets[],
  add: (clause: WhereExpressionBuilder, item: Brackets) => WhereExpressionBuilder,
): Brackets =>
  new Brackets((clause) => {
    for (const item of items) add(clause, item);
  });
