import { foldTerm } from './query-tree.js';
import type { QueryTree } from './query-tree.js';

export type Matcher = (foldedText: string) => boolean;

/** A query made ready for many texts, each already folded. */
export function compileMatcher(tree: QueryTree): Matcher {
  switch (tree.kind) {
    case 'term': {
      const needle = foldTerm(tree);
      return (foldedText) => foldedText.includes(needle);
    }
    case 'not': {
      const matches = compileMatcher(tree.item);
      return (foldedText) => !matches(foldedText);
    }
    case 'and': {
      const matchers = tree.items.map(compileMatcher);
      return (foldedText) => matchers.every((matches) => matches(foldedText));
    }
    case 'or': {
      const matchers = tree.items.map(compileMatcher);
      return (foldedText) => matchers.some((matches) => matches(foldedText));
    }
  }
}

/** Whether a text, already folded, matches. */
export const matchQuery = (tree: QueryTree, foldedText: string): boolean => compileMatcher(tree)(foldedText);
