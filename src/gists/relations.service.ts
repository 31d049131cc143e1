import { Injectable } from '@nestjs/common';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { WriteContext } from '../journal/journal-command.js';
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
    const targets = drafts.flatMap(({ invalidates }) =>
      invalidates !== null && invalidates < before ? [invalidates] : [],
    );
    const found = new Map<number, RelatedGist>();
    for (const related of await this.revisions.bySeqs(board, targets, context.tx)) found.set(related.gist.seq, related);
    for (const { author, workLabel } of worksOf(drafts)) {
      const patches = await this.revisions.patchesBehind(board, { author, workLabel, before }, context.tx);
      for (const patch of patches) found.set(patch.gist.seq, patch);
    }
    return [...found.values()];
  }
}

const canBear = (gist: Gist): boolean => gist.type !== 'FACT' && gist.type !== 'OBSERVED';

/** The distinct works, by author and label, whose patches these drafts may replace or refute. */
function worksOf(drafts: readonly GistDraft[]): readonly Pick<Gist, 'author' | 'workLabel'>[] {
  const patching = drafts.filter(({ gist }) => gist.type === 'PATCH_SUMMARY' || gist.type === 'FAIL');
  return [...new Map(patching.map(({ gist }) => [`${gist.author} ${gist.workLabel ?? ''}`, gist])).values()];
}
