import { Injectable } from '@nestjs/common';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { labelOf, seqOfLabel } from '../kernel/label.js';
import { Problem } from '../kernel/problem.js';
import { redactSecrets } from '../kernel/secrets.js';
import { normaliseLine } from '../kernel/text.js';
import { Answer } from '../platform/http/answer.js';
import type { RequestKey } from '../platform/http/idempotency-keys.repository.js';
import type { RedactAnswerDto, RedactDto } from './claims.dto.js';

/** What stands in the place of a text that was taken away. */
export const REDACTED_TEXT = '[redacted by an operator]';

/** Takes a text out of the journal for good: the one exception to append-only, recorded as an entry itself. */
@Injectable()
export class RedactService {
  constructor(
    private readonly journal: JournalRepository,
    private readonly writer: JournalWriter,
  ) {}

  /** Operators only; repeating it is harmless. Throws `not_found`, `forbidden`. */
  async redact(
    caller: Identity,
    access: BoardAccess,
    request: { label: string; dto: RedactDto; key: RequestKey | undefined },
  ): Promise<Answer<RedactAnswerDto>> {
    if (!isOperator(caller)) throw new Problem('forbidden', 'Only an operator may redact an entry. Ask one.');
    const { ref: board, slug } = access;
    const seq = seqOfLabel(request.label) ?? 0;
    const reason = redactSecrets(normaliseLine(request.dto.reason)).text;
    return this.writer.write({
      kind: 'own',
      board,
      key: request.key,
      decide: async ({ tx, head }) => {
        const [entry] = await this.journal.bySeqs(board, [seq], tx);
        if (entry === undefined) throw new Problem('not_found', `There is no ${labelOf(seq)} on this board.`);
        const bearings = (await this.journal.bearings(board, [seq], tx)).get(seq) ?? [];
        const isDone = bearings.some(({ relation }) => relation === 'redacts');
        // A message is shown with the text of its edits, so they lose theirs too.
        const edits = bearings.filter(({ relation }) => relation === 'edits').map((bearing) => bearing.seq);
        const replaced = isDone ? [] : [entry, ...(await this.journal.bySeqs(board, edits, tx))];
        for (const each of replaced) await this.journal.replaceText(tx, board, each, REDACTED_TEXT);
        const refs = [{ seq, relation: 'redacts' as const }];
        const draft = { kind: 'redaction' as const, type: 'redacted', author: caller.agent, content: reason, refs };
        const answer = { board: slug, head: head + (isDone ? 0 : 1), label: labelOf(seq) };
        return { drafts: isDone ? [] : [draft], answer: new Answer(200, answer) };
      },
    });
  }
}
