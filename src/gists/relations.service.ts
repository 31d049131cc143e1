import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { WriteContext } from '../journal/journal-command.js';
import { groupBy } from '../kernel/group-by.js';
import type { AgentName } from '../kernel/ids.js';
import type { Gist } from './domain/note-types.js';
import type { RecentView } from './domain/recent-view.js';
import { type GistDraft, relateGists, type RelatedDraft } from './domain/relate.js';
import { applyEntries, type RelatedGist } from './domain/related-gist.js';
import { RecentViewService } from './recent-view.service.js';
import { RevisionsRepository } from './revisions.repository.js';

/** Gathers, under the board's lock, the earlier gists that new ones may bear on, and lets the domain decide. */
@Injectable()
export class RelationsService {
  constructor(
    private readonly views: RecentViewService,
    private readonly revisions: RevisionsRepository,
  ) {}

  async relate(board: BoardRef, drafts: readonly GistDraft[], context: WriteContext): Promise<readonly RelatedDraft[]> {
    if (!drafts.some(({ gist }) => canBear(gist))) return relateGists(drafts, []);
    const view = await this.views.at(board, context.head, context.tx);
    const behind = view.isComplete ? [] : await this.#behind(board, drafts, { view, context });
    return relateGists(drafts, applyEntries([...behind, ...view.items], context.before));
  }

  /** What has left the window and may be concerned all the same. */
  async #behind(
    board: BoardRef,
    drafts: readonly GistDraft[],
    known: { readonly view: RecentView; readonly context: WriteContext },
  ): Promise<readonly RelatedGist[]> {
    const { view, context } = known;
    const before = view.items[0]?.gist.seq ?? context.head + 1;
    const seqs = drafts.flatMap(({ invalidates }) =>
      invalidates !== null && invalidates < before ? [invalidates] : [],
    );
    const found: RelatedGist[] = [];
    for (const [author, own] of groupBy(drafts, ({ gist }) => gist.author)) {
      const workLabels = worksBehind(author, own, view);
      if (workLabels.length + seqs.length === 0) continue;
      found.push(...(await this.revisions.patchesBehind(board, { author, before, workLabels, seqs }, context.tx)));
    }
    return found;
  }
}

const canBear = (gist: Gist): boolean => gist.type !== 'FACT' && gist.type !== 'OBSERVED';

/**
 * The work labels of one author's drafts whose patches may have left the window: a labelled work has one patch that is
 * not superseded, so where the window has it, none behind the window matters any more.
 */
function worksBehind(author: AgentName, drafts: readonly GistDraft[], view: RecentView): readonly (string | null)[] {
  const patching = drafts.filter(
    ({ gist, invalidates }) => gist.type === 'PATCH_SUMMARY' || (gist.type === 'FAIL' && invalidates === null),
  );
  const works = new Set(patching.map(({ gist }) => gist.workLabel));
  for (const { gist } of view.items) {
    if (gist.type === 'PATCH_SUMMARY' && gist.author === author && gist.workLabel !== null)
      works.delete(gist.workLabel);
  }
  return [...works];
}
