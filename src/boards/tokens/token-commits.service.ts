import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../../auth/domain/identity.js';
import type { Token } from '../../auth/domain/token.js';
import type { EntryDraft } from '../../journal/domain/entry-draft.js';
import type { WriteContext } from '../../journal/journal-command.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import { Answer } from '../../platform/http/answer.js';
import { Idempotency } from '../../platform/http/idempotency.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { Logger } from '../../platform/observability/logger.js';
import type { NamedBoard } from '../board-access.service.js';
import { tokenDraft, type TokenEvent } from '../domain/token-entries.js';
import { RevocationsService } from '../revocations.service.js';

export interface TokenChange<T> {
  readonly answer: Answer<T>;
  /** Kept under the key in the place of an answer that holds a secret. */
  readonly stored?: Answer<unknown>;
  /** Of one agent's tokens, all of its kind; absent or of none: nothing changed. */
  readonly event?: { readonly type: TokenEvent; readonly tokens: readonly Token[]; readonly isOver: boolean };
}

interface TokenWrite {
  readonly caller: Identity;
  readonly key: RequestKey | undefined;
  /** The boards whose journals tell of it. */
  readonly boards: readonly NamedBoard[];
}

/**
 * Changes a token and writes it down. The change and its entry on the first board commit together; the entries on the
 * others follow, and one that a crash prevents costs no more than that: a token is judged by its row alone.
 */
@Injectable()
export class TokenCommitsService {
  constructor(
    private readonly writer: JournalWriter,
    private readonly idempotency: Idempotency,
    private readonly revocations: RevocationsService,
    private readonly logger: Logger,
  ) {}

  async commit<T>(write: TokenWrite, change: (tx: EntityManager) => Promise<TokenChange<T>>): Promise<Answer<T>> {
    const { key, boards } = write;
    const [home, ...others] = boards;
    if (home === undefined) return this.idempotency.transact(key, change);
    let event: TokenChange<T>['event'];
    const answer = await this.writer.write<T>({
      kind: 'own',
      board: home.ref,
      key,
      decide: async (context) => {
        const changed = await change(context.tx);
        event = changed.event;
        return { ...changed, drafts: await this.#drafts(context, { ...write, board: home, event }) };
      },
    });
    if (!answer.isReplayed) await this.#tell(write, others, event);
    return answer;
  }

  async #tell<T>(write: TokenWrite, boards: readonly NamedBoard[], event: TokenChange<T>['event']): Promise<void> {
    for (const board of boards) {
      const decide = async (context: WriteContext) => ({
        drafts: await this.#drafts(context, { ...write, board, event }),
        answer: new Answer(204, null),
      });
      await this.writer.write({ kind: 'own', board: board.ref, key: undefined, decide }).catch((error: unknown) => {
        this.logger.warn(
          { err: error, token: event?.tokens.at(-1)?.id },
          'a board was not told of a change of a token',
        );
      });
    }
  }

  async #drafts(
    context: WriteContext,
    { caller, board, event }: { caller: Identity; board: NamedBoard; event: TokenChange<unknown>['event'] },
  ): Promise<readonly EntryDraft[]> {
    const token = event?.tokens.at(-1);
    if (event === undefined || token === undefined) return [];
    const { type, tokens, isOver } = event;
    const gone = { board: board.ref, slug: board.slug, agent: token.agent, by: caller.agent };
    const left = isOver ? await this.revocations.afterToken(context, gone, token.kind) : [];
    return [...tokens.map((each) => tokenDraft(type, each, caller.agent)), ...left];
  }
}
