import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Identity, isOperator } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { JournalEntry, Relation } from '../journal/domain/journal-entry.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { JournalWriter } from '../journal/journal-writer.js';
import { RedactionsService } from '../journal/redactions.service.js';
import type { Seq } from '../kernel/ids.js';
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
    private readonly redactions: RedactionsService,
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
        const texts = await this.#sameTexts(board, entry, tx);
        // Edits may be many and are shown through their message alone, so they need no mark.
        const marked = texts.filter(({ kind, seq: each }) => kind !== 'edit' || each === seq);
        const done = await this.journal.bearings(board, [seq], tx);
        const isDone = done.get(seq)?.some(({ relation }) => relation === 'redacts') === true;
        if (!isDone) await this.#takeAway(board, texts, tx);
        const refs = marked.map((each) => ({ seq: each.seq, relation: 'redacts' as const }));
        const draft = { kind: 'redaction' as const, type: 'redacted', author: caller.agent, content: reason, refs };
        const answer = { board: slug, head: head + (isDone ? 0 : 1), label: labelOf(seq) };
        return { drafts: isDone ? [] : [draft], answer: new Answer(200, answer) };
      },
    });
  }

  async #takeAway(board: BoardRef, entries: readonly JournalEntry[], tx: EntityManager): Promise<void> {
    for (const each of entries) await this.journal.replaceText(tx, board, each, REDACTED_TEXT);
    await this.redactions.remove(
      tx,
      board,
      entries.map(({ seq }) => seq),
    );
  }

  /** The entry, and those that hold its text too or a version of it: edits, and copies either way. Ascending. */
  async #sameTexts(board: BoardRef, entry: JournalEntry, tx: EntityManager): Promise<readonly JournalEntry[]> {
    const found = new Map<Seq, JournalEntry>();
    let fresh: readonly JournalEntry[] = [entry];
    while (fresh.length > 0) {
      for (const each of fresh) found.set(each.seq, each);
      const later = await this.journal.bearings(
        board,
        fresh.map(({ seq }) => seq),
        tx,
      );
      const links = [...fresh.flatMap(({ refs }) => refs), ...[...later.values()].flat()];
      const same = links.filter((link) => SAME_TEXT.has(link.relation) && !found.has(link.seq));
      fresh = await this.journal.bySeqs(
        board,
        same.map((link) => link.seq),
        tx,
      );
    }
    return [...found.values()].sort((a, b) => a.seq - b.seq);
  }
}

const SAME_TEXT: ReadonlySet<Relation> = new Set<Relation>(['copies', 'edits']);
