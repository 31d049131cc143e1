import { fold } from '../../kernel/text.js';

/** Literal text to be contained. As it was written, with runs of white space as one space and none at the ends. */
export interface Term {
  readonly kind: 'term';
  readonly text: string;
}

/** What a query means. `items` are at least two; nothing is flattened, so a tree is what its author bracketed. */
export type QueryTree =
  | { readonly kind: 'and'; readonly items: readonly QueryTree[] }
  | { readonly kind: 'or'; readonly items: readonly QueryTree[] }
  | { readonly kind: 'not'; readonly item: QueryTree }
  | Term;

export const and = (items: readonly QueryTree[]): QueryTree =>
  Object.freeze({ kind: 'and', items: Object.freeze([...items]) });

export const or = (items: readonly QueryTree[]): QueryTree =>
  Object.freeze({ kind: 'or', items: Object.freeze([...items]) });

export const not = (item: QueryTree): QueryTree => Object.freeze({ kind: 'not', item });

export const term = (text: string): Term => Object.freeze({ kind: 'term', text });

/** What a term is compared by, in memory and in the database alike: text matches where its fold contains this. */
export const foldTerm = ({ text }: Term): string => fold(text);
