import { Injectable } from '@nestjs/common';
import { type Identity, isOperator } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { WriteContext } from '../../journal/journal-command.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { AgentName, Seq, WorkspaceId } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import { Problem } from '../../kernel/problem.js';
import { redactSecrets } from '../../kernel/secrets.js';
import { normaliseLine } from '../../kernel/text.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { breakMessage, leaseEntry, refsTo } from './domain/lease-entries.js';
import type { Lease } from './domain/lease.js';
import type { ReleaseLeaseAnswerDto } from './lease-answers.dto.js';
import type { BreakDto } from './leases.dto.js';
import { LeasesRepository } from './leases.repository.js';

/** Who breaks a lease, and why; the reason is shown to the holder. */
export interface Breaking {
  readonly by: AgentName;
  readonly reason: string;
}

/** Ends leases against their holder: by an operator, or because the holder is no member any more. */
@Injectable()
export class BreakLeaseService {
  constructor(
    private readonly leases: LeasesRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** Operators only; the holder is told. Throws `forbidden`, `not_claimed`. */
  async break(
    caller: Identity,
    { ref: board, slug }: BoardAccess,
    request: { readonly seq: Seq; readonly dto: BreakDto; readonly key: RequestKey | undefined },
  ): Promise<Answer<ReleaseLeaseAnswerDto>> {
    if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may break a lease. Ask its holder.');
    const { seq, key } = request;
    const breaking = { by: caller.agent, reason: redactSecrets(normaliseLine(request.dto.reason)).text };
    return this.writer.write({
      kind: 'own',
      board,
      key,
      decide: async (context) => {
        const { leases } = await this.leases.locked(context.tx, board);
        const lease = leases.find((each) => each.seq === seq);
        if (lease === undefined)
          throw new Problem('not_claimed', `${labelOf(seq)} is no lease that somebody holds. GET leases lists those.`);
        const drafts = await this.#break(board, [lease], { context, breaking });
        const [ended, message] = [[labelOf(seq)], labelOf(context.firstSeq + 1)];
        return {
          drafts,
          answer: new Answer(200, { board: slug, head: context.head + drafts.length, ended, kept: [], message }),
        };
      },
    });
  }

  /** Breaks all leases of an agent on the board of a command that is being decided; answers what it must write too. */
  async breakWithin(
    context: WriteContext,
    board: BoardRef,
    breaking: Breaking & { readonly holder: AgentName },
  ): Promise<readonly EntryDraft[]> {
    const { leases } = await this.leases.locked(context.tx, board);
    const own = leases.filter(({ holder }) => holder === breaking.holder);
    return this.#break(board, own, { context, breaking });
  }

  /** Breaks all leases of an agent, board by board. Repeating it is harmless. */
  async breakAllOf(workspaceId: WorkspaceId, holder: AgentName, breaking: Breaking): Promise<void> {
    for (const board of await this.leases.boardsOf(workspaceId, holder)) {
      await this.writer.write({
        kind: 'own',
        board,
        key: undefined,
        decide: async (context) => ({
          drafts: await this.breakWithin(context, board, { ...breaking, holder }),
          answer: new Answer(200, null),
        }),
      });
    }
  }

  async #break(
    board: BoardRef,
    leases: readonly Lease[],
    { context, breaking }: { readonly context: WriteContext; readonly breaking: Breaking },
  ): Promise<readonly EntryDraft[]> {
    const over = leases.map((lease) => ({ ...lease, resources: [] }));
    await this.leases.save(context.tx, board, over);
    const { by: author, reason: text } = breaking;
    return leases.flatMap((lease) => [
      leaseEntry({ type: 'broken', author, resources: lease.resources, text, refs: refsTo([lease], 'releases') }),
      breakMessage(lease, author, text),
    ]);
  }
}
