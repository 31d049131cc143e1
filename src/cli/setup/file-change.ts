import { isDeepStrictEqual } from 'node:util';
import { addEntries, removeEntries, rulesIn, valueIn } from './json-config.js';
import { type FilePlan, OWN_FILE_START } from './plans.js';
import { digestOf, type SetupRecord } from './setup-record.js';
import { type Edited, takeOut, UneditableError } from './text-edit.js';
import { addBlock, hasBlock, removeBlock } from './toml-config.js';

/** A file as it is and as it is to be; null: there is none. */
export interface FileChange {
  readonly path: string;
  readonly isPrivate: boolean;
  readonly now: string | null;
  readonly next: string | null;
  /** For the record of it: the file without what is ours, and where that was put in. */
  readonly base: string | null;
  readonly inserted: Edited['inserted'];
  /** Approval rules in `next` that are ours. */
  readonly rules: readonly string[];
}

/** The change that sets up what the plan says, or, with `isUndo`, takes it out. Throws `UneditableError`. */
export function changeFor(
  plan: FilePlan,
  now: string | null,
  { record, isUndo }: { readonly record: SetupRecord | undefined; readonly isUndo: boolean },
): FileChange {
  const { path, isPrivate } = plan;
  const base = baseOf(plan, now, record);
  if (isUndo) return { path, isPrivate, now, next: base, base, inserted: [], rules: [] };
  const { text, inserted } = withOurs(plan, base ?? '');
  const next = now !== null && isInPlace(plan, now, text) ? now : text;
  return { path, isPrivate, now, next, base, inserted, rules: newRules(plan, base, text) };
}

/** The rules that `text` has and `base` has not. */
function newRules(plan: FilePlan, base: string | null, text: string): readonly string[] {
  if (plan.kind !== 'json') return [];
  const before = base === null || base.trim() === '' ? [] : rulesIn(base, plan.config);
  return rulesIn(text, plan.config).filter((rule) => !before.includes(rule));
}

/** The file as it was before setup: to the byte, unless somebody has edited it since. */
function baseOf(plan: FilePlan, now: string | null, record: SetupRecord | undefined): string | null {
  if (now === null) return null;
  if (record !== undefined && digestOf(now) === record.after) {
    if (record.before === null) return null;
    const base = takeOut(now, record.inserted);
    if (digestOf(base) === record.before) return base;
  }
  const base = withoutOurs(plan, now, record);
  return record?.before === null && base !== null && ['', '{}'].includes(base.trim()) ? null : base;
}

function withOurs(plan: FilePlan, text: string): Edited {
  switch (plan.kind) {
    case 'json':
      return addToJson(plan, text);
    case 'toml':
      return addBlock(text, plan.block);
    case 'own':
      return { text: plan.text, inserted: [] };
  }
}

/** A file without anything in it begins as an empty object. */
function addToJson(plan: FilePlan & { readonly kind: 'json' }, text: string): Edited {
  if (text.trim() !== '') return addEntries(text, plan.config);
  const { text: whole } = addEntries('{}\n', plan.config);
  return { text: text + whole, inserted: [{ offset: text.length, length: whole.length }] };
}

function withoutOurs(plan: FilePlan, text: string, record: SetupRecord | undefined): string | null {
  switch (plan.kind) {
    case 'json':
      return text.trim() === '' ? text : removeEntries(text, plan.config, record?.rules ?? []);
    case 'toml':
      return removeBlock(text);
    case 'own':
      if (!text.startsWith(OWN_FILE_START))
        throw new UneditableError('line 1, column 1: setup did not write this file; move it away first');
      if (record !== undefined && digestOf(text) !== record.after)
        throw new UneditableError('line 1, column 1: setup wrote this file and somebody edited it; move it away first');
      return null;
  }
}

/** Whoever edited the file since may have moved what is ours; where it says the same, it is left as it is. */
function isInPlace(plan: FilePlan, now: string, wanted: string): boolean {
  switch (plan.kind) {
    case 'json':
      return now.trim() !== '' && isDeepStrictEqual(valueIn(now, plan.config), valueIn(wanted, plan.config));
    case 'toml':
      return hasBlock(now, plan.block);
    case 'own':
      return now === wanted;
  }
}

export const isChange = ({ now, next }: FileChange): boolean => now !== next;

export const recordOf = (
  { path, next, base, inserted, rules }: FileChange,
  folders: readonly string[],
): SetupRecord => ({
  path,
  before: base === null ? null : digestOf(base),
  after: digestOf(next ?? ''),
  inserted,
  rules,
  folders,
});
