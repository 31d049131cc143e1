import { Injectable } from '@nestjs/common';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { WriteContext } from '../../journal/journal-command.js';
import type { AgentName } from '../../kernel/ids.js';
import type { BoardAccess } from '../board-access.service.js';
import { MembersRepository } from '../members.repository.js';
import { RevocationsService } from '../revocations.service.js';
import type { Goal } from './domain/goal.js';
import { contributorsOf } from './domain/scope.js';
import { TakenNamesService } from './taken-names.service.js';

interface ContributorsChange {
  readonly access: BoardAccess;
  readonly by: AgentName;
  readonly before: Goal | undefined;
  readonly after: Goal;
}

/** Who writes to a goal by a role: names that are nobody else's on the board from then on. */
@Injectable()
export class ContributorsService {
  constructor(
    private readonly members: MembersRepository,
    private readonly taken: TakenNamesService,
    private readonly revocations: RevocationsService,
  ) {}

  /**
   * Takes the names of new contributors and ends all by which dropped ones are on the board. Answers the entries that
   * say so. Throws `already_exists` for a name that means somebody.
   */
  async change(
    context: WriteContext,
    { access, by, before, after }: ContributorsChange,
  ): Promise<readonly EntryDraft[]> {
    const [had, has] = [contributorsOf(before?.roles ?? []), contributorsOf(after.roles)];
    const added = has.filter((name) => !had.includes(name));
    await this.taken.refuse(context.tx, access, added);
    const dropped = had.filter((name) => !has.includes(name));
    const drafts = await this.end(context, { access, by, contributors: dropped });
    await this.members.setContributors(context.tx, access.ref.boardId, has);
    return drafts;
  }

  /** Ends all by which these are on the board; repeating it is harmless. Answers the entries that say so. */
  async end(
    context: WriteContext,
    {
      access: { ref: board, slug },
      by,
      contributors,
    }: Pick<ContributorsChange, 'access' | 'by'> & { readonly contributors: readonly string[] },
  ): Promise<readonly EntryDraft[]> {
    const drafts: EntryDraft[] = [];
    for (const agent of contributors)
      drafts.push(...(await this.revocations.revokeFor(context, { board, slug, agent: agent as AgentName, by })));
    return drafts;
  }
}
