import { type Command, InvalidArgumentError } from 'commander';
import type { operations } from '../../client/api.js';

type NoteType = NonNullable<NonNullable<operations['read']['parameters']['query']>['type']>[number];

const NOTE_TYPES: readonly NoteType[] = ['FACT', 'OBSERVED', 'FAIL', 'CLAIM', 'PATCH_SUMMARY'];

export interface FilterFlags {
  readonly type?: NoteType[];
  readonly author?: string;
  readonly work?: string;
}

export const addFilterFlags = (command: Command): Command =>
  command
    .option('--type <type>', `only this type; may repeat: ${NOTE_TYPES.join(', ')}`, oneOfMany(NOTE_TYPES))
    .option('--author <agent>', 'only by this agent')
    .option('--work <label>', 'only of this piece of work');

/** Flags as the service names them. */
export function filterOf<F extends FilterFlags>({ work, ...query }: F): Omit<F, 'work'> & { delegation_id?: string } {
  return { ...query, ...(work === undefined ? {} : { delegation_id: work }) };
}

/** A value of a flag that is one of a few words, in any case. */
export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T => {
    const value = values.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
    if (value === undefined) throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
    return value;
  };

const oneOfMany =
  <T extends string>(values: readonly T[]) =>
  (text: string, before: readonly T[] = []): readonly T[] => [...before, oneOf(values)(text)];

/** A flag that may repeat. */
export const many = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

/** Digits; which numbers make sense is for the service to say. */
export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}
