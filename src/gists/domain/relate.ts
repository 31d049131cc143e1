import type { EntryRef, Relation } from '../../journal/domain/journal-entry.js';
import type { Seq } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import type { Gist } from './note-types.js';
import { applyEntries } from './related-gist.js';
import type { RelatedGist } from './related-gist.js';
import { patchStatus, statusOf } from './status-of.js';

/** A gist about to be written: complete but for `refs` and `data.fails_before`, which are decided here. */
export interface GistDraft {
  readonly gist: Gist;
  /** FAIL only: the seq of the patch that it names. */
  readonly invalidates: Seq | null;
}

export interface RelatedDraft {
  /** The gist to write, `refs` and `data.fails_before` filled in. */
  readonly gist: Gist;
  /** CLAIM only: labels of other authors' live claims that share a name with it, ascending by seq. */
  readonly overlaps: readonly string[];
}

/**
 * Decides how gists about to be written bear on earlier ones, once: it is stored with them and never decided again.
 * Drafts, ascending by seq, see those before them. `known` are the patches and claims of the board that they may bear
 * on, in any order; others in it do no harm, and what is absent is left alone. Entries of the same commit that are not
 * stored yet join them by `applyEntries`.
 */
export function relateGists(drafts: readonly GistDraft[], known: readonly RelatedGist[]): readonly RelatedDraft[] {
  let earlier = known.filter(({ gist }) => isBorneOn(gist)).toSorted((one, other) => one.gist.seq - other.gist.seq);
  const related: RelatedDraft[] = [];
  for (const draft of drafts) {
    const next = relate(draft, earlier);
    related.push(next);
    if (isBorneOn(next.gist) || next.gist.refs.length > 0) earlier = [...applyEntries(earlier, [next.gist])];
  }
  return related;
}

const isBorneOn = ({ type }: Gist): boolean => type === 'PATCH_SUMMARY' || type === 'CLAIM';

function relate(draft: GistDraft, earlier: readonly RelatedGist[]): RelatedDraft {
  const { gist } = draft;
  switch (gist.type) {
    case 'PATCH_SUMMARY':
      return relatePatch(gist, earlier);
    case 'FAIL':
      return { gist: { ...gist, refs: refsTo(failedPatch(draft, earlier), 'invalidates') }, overlaps: [] };
    case 'CLAIM':
      return relateClaim(gist, earlier);
    case 'FACT':
    case 'OBSERVED':
      return { gist: { ...gist, refs: [] }, overlaps: [] };
  }
}

function relatePatch(patch: Gist, earlier: readonly RelatedGist[]): RelatedDraft {
  const replaced = openPatches(earlier).filter((older) => isSameWork(patch, older.gist));
  const failsBefore = replaced.reduce((sum, older) => sum + failsOf(older), 0);
  const data = failsBefore > 0 ? { ...patch.data, fails_before: failsBefore } : patch.data;
  return { gist: { ...patch, refs: refsTo(replaced, 'supersedes'), data }, overlaps: [] };
}

const failsOf = ({ gist, bearings }: RelatedGist): number =>
  (gist.data.fails_before ?? 0) + (patchStatus(gist, bearings) === 'invalidated' ? 1 : 0);

/** The one patch that a FAIL invalidates, if any. A final one yields only to a FAIL that names its label. */
function failedPatch({ gist, invalidates }: GistDraft, earlier: readonly RelatedGist[]): readonly RelatedGist[] {
  const open = openPatches(earlier).filter((patch) => patchStatus(patch.gist, patch.bearings) !== 'invalidated');
  if (invalidates !== null) return open.filter((patch) => patch.gist.seq === invalidates);
  return open.filter((patch) => patch.gist.data.final !== true && isSameWork(gist, patch.gist)).slice(-1);
}

function relateClaim(claim: Gist, earlier: readonly RelatedGist[]): RelatedDraft {
  const live = earlier.filter(
    ({ gist, bearings }) => gist.type === 'CLAIM' && statusOf(gist, bearings, claim.createdAtMs) === 'live',
  );
  const renewed = live.filter(({ gist }) => gist.author === claim.author && gist.searchText === claim.searchText);
  const names = new Set(claim.data.names);
  const overlapping = live.filter(({ gist }) => gist.author !== claim.author && hasNameOf(names, gist));
  return {
    gist: { ...claim, refs: refsTo(renewed, 'supersedes') },
    overlaps: overlapping.map(({ gist }) => labelOf(gist.seq)),
  };
}

const openPatches = (earlier: readonly RelatedGist[]): readonly RelatedGist[] =>
  earlier.filter(({ gist, bearings }) => gist.type === 'PATCH_SUMMARY' && patchStatus(gist, bearings) !== 'superseded');

/** One author's gists are of the same work by their work label; where neither has one, by a file that both name. */
const isSameWork = (gist: Gist, patch: Gist): boolean =>
  gist.author === patch.author &&
  gist.workLabel === patch.workLabel &&
  (gist.workLabel !== null || sharesName(gist, patch));

const sharesName = (one: Gist, other: Gist): boolean => hasNameOf(new Set(one.data.names), other);

const hasNameOf = (names: ReadonlySet<string>, gist: Gist): boolean =>
  names.size > 0 && (gist.data.names?.some((name) => names.has(name)) ?? false);

const refsTo = (targets: readonly RelatedGist[], relation: Relation): readonly EntryRef[] =>
  targets.map(({ gist }) => ({ seq: gist.seq, relation }));
