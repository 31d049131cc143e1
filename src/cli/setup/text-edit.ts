/** A text that is put into another one; nothing of the other is changed or lost. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** Where an insertion was made: without its text, since a record of it may lie beside a file with secrets. */
export interface Inserted {
  readonly offset: number;
  readonly length: number;
}

/** A text with insertions in it, each made in what the one before it left. */
export interface Edited {
  readonly text: string;
  readonly inserted: readonly Inserted[];
}

export const untouched = (text: string): Edited => ({ text, inserted: [] });

export function insert({ text, inserted }: Edited, { offset, text: added }: Insertion): Edited {
  return {
    text: text.slice(0, offset) + added + text.slice(offset),
    inserted: [...inserted, { offset, length: added.length }],
  };
}

/** The text as it was before the insertions. */
export const takeOut = (text: string, inserted: readonly Inserted[]): string =>
  inserted.reduceRight((left, { offset, length }) => left.slice(0, offset) + left.slice(offset + length), text);

/** Where an offset is, as people count: `line 3, column 7`. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Why a file can't be edited: the place, and nothing of what stands there. */
export class UneditableError extends Error {}
