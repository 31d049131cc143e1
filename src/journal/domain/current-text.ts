import type { Seq } from '../../kernel/ids.js';
import type { Bearing, JournalEntry, Relation } from './journal-entry.js';

/** An entry as it is shown now, and what later entries bear on it. */
export interface CurrentText {
  /** `content` is the current text; empty where it was deleted. */
  readonly entry: JournalEntry;
  readonly bearings: readonly Bearing[];
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
}

/** Whether the text that an entry has now is the serialization of a JSON object. */
export const isJsonBody = ({ entry, bearings, isEdited, isDeleted }: CurrentText): boolean =>
  entry.data.json === true && !isEdited && !isDeleted && !bearings.some(({ relation }) => relation === 'redacts');

/** What has become of the text of an entry that can be edited. */
export type TextState =
  | { readonly kind: 'own' }
  /** The text of this later edit stands in its place. */
  | { readonly kind: 'edited'; readonly by: Seq }
  /** It is shown to nobody. */
  | { readonly kind: 'deleted' };

const REPLACING: readonly Relation[] = ['edits', 'deletes', 'replaces'];

/** Whether an entry's own text is no longer the current one. */
export const isReplaced = (bearings: readonly Bearing[]): boolean =>
  bearings.some(({ relation }) => REPLACING.includes(relation));

/** Whose text a post has now, from what later entries bear on it. */
export function textStateOf(post: Pick<JournalEntry, 'kind'>, bearings: readonly Bearing[]): TextState {
  if (post.kind !== 'post') return { kind: isReplaced(bearings) ? 'deleted' : 'own' };
  if (bearings.some(({ relation }) => relation === 'deletes')) return { kind: 'deleted' };
  const edit = bearings.findLast(({ relation }) => relation === 'edits');
  return edit === undefined ? { kind: 'own' } : { kind: 'edited', by: edit.seq };
}
