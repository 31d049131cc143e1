import type { QueryTree } from './query-tree.js';

// An operator anywhere; what would be read as one, or as a quote, at the beginning; a backslash that would be read away.
const NEEDS_QUOTES = /[&|()]|^[!"]|\\(?:[!"\\]|$)/;

/** The one spelling of a query: `parseQuery` of it is the same tree, as long as it is within the limits of a query. */
export function printQuery(tree: QueryTree): string {
  switch (tree.kind) {
    case 'term':
      return NEEDS_QUOTES.test(tree.text) ? quotePhrase(tree.text) : tree.text;
    case 'not':
      return `!${printOperand(tree.item, isAtom)}`;
    case 'and':
      return tree.items.map((item) => printOperand(item, isAtom)).join(' & ');
    case 'or':
      return tree.items.map((item) => printOperand(item, (inner) => isAtom(inner) || inner.kind === 'and')).join(' | ');
  }
}

/** Text as a phrase: in quotes, in which every character stands for itself. */
export const quotePhrase = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const isAtom = (tree: QueryTree): boolean => tree.kind === 'term' || tree.kind === 'not';

const printOperand = (tree: QueryTree, standsBare: (tree: QueryTree) => boolean): string =>
  standsBare(tree) ? printQuery(tree) : `(${printQuery(tree)})`;
