import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Seq } from '../kernel/ids.js';
import { Problem } from '../kernel/problem.js';
import { Transactor } from '../platform/database/transactor.js';
import { Answer } from '../platform/http/answer.js';
import { IdempotencyKeysRepository, type KeyedAnswer } from '../platform/http/idempotency-keys.repository.js';
import { signals } from '../platform/observability/signals.js';
import { type EntryDraft, entryOf, type NewEntry } from './domain/entry-draft.js';
import { FeedService } from './feed.service.js';
import type { JournalCommand, OwnCommand, SharedCommand } from './journal-command.js';
import { JournalRepository } from './journal.repository.js';

interface Written {
  readonly entries: readonly NewEntry[];
  readonly answers: readonly Answer<unknown>[];
}

/** One commit of one board: lock the row, decide, insert, store the answers. The feed hears of it afterwards. */
@Injectable()
export class BoardCommit {
  constructor(
    private readonly transactor: Transactor,
    private readonly journal: JournalRepository,
    private readonly keys: IdempotencyKeysRepository,
    private readonly feed: FeedService,
  ) {}

  /**
   * Commands of one board: several sharing ones, or a single one of its own. Answers are in their order. The time is
   * asked for once the board's row is held, so that entries of one board are stamped in the order of their seqs.
   */
  async run(commands: readonly JournalCommand<unknown>[], now: () => number): Promise<readonly Answer<unknown>[]> {
    const [first] = commands;
    if (first === undefined) return [];
    const startedAt = performance.now();
    const { entries, answers } = await this.transactor.run((tx) =>
      first.kind === 'own' ? this.#runOwn(tx, first, now) : this.#runShared(tx, commands.filter(isShared), now),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    signals.commit.send({ commands: commands.length, entries: entries.length, seconds });
    if (entries.length > 0) this.feed.publish(first.board, entries);
    return answers;
  }

  /** Those of the commands whose key has an answer already. */
  async knownKeys(commands: readonly JournalCommand<unknown>[]): Promise<ReadonlySet<JournalCommand<unknown>>> {
    const keys = commands.flatMap((command) => command.key ?? []);
    const found = keys.length === 0 ? new Map<string, unknown>() : await this.keys.find(keys);
    return new Set(commands.filter((command) => command.key && found.has(command.key.keyDigest.toString('hex'))));
  }

  async #runShared(
    tx: EntityManager,
    commands: readonly SharedCommand<unknown>[],
    now: () => number,
  ): Promise<Written> {
    const [{ board }] = commands as readonly [SharedCommand<unknown>];
    const total = commands.reduce((sum, command) => sum + command.entryCount, 0);
    const head = (await this.journal.allotSeqs(tx, board, total)) - total;
    const nowMs = now();
    const entries: NewEntry[] = [];
    const answers: Answer<unknown>[] = [];
    for (const command of commands) {
      const firstSeq = head + entries.length + 1;
      const decision = await command.decide({ tx, head, firstSeq, nowMs, before: entries });
      if (decision.drafts.length !== command.entryCount) throw new Error('a command wrote another number of entries');
      entries.push(...entriesOf(decision.drafts, firstSeq, nowMs));
      answers.push(decision.answer);
    }
    await this.journal.insert(tx, board, entries);
    await this.keys.insert(tx, keyedAnswers(commands, answers), nowMs);
    return { entries, answers };
  }

  async #runOwn(tx: EntityManager, command: OwnCommand<unknown>, now: () => number): Promise<Written> {
    const { board } = command;
    const head = await this.journal.lockHead(tx, board);
    const nowMs = now();
    const {
      drafts,
      answer,
      stored = answer,
    } = await command
      .decide({ tx, head, firstSeq: head + 1, nowMs, before: [] })
      .catch((refusal: unknown) => this.#unlessAnswered(tx, command, { refusal, nowMs }));
    const entries = entriesOf(drafts, head + 1, nowMs);
    if (entries.length > 0) {
      await this.journal.allotSeqs(tx, board, entries.length);
      await this.journal.insert(tx, board, entries);
    }
    await this.keys.insert(tx, keyedAnswers([command], [stored]), nowMs);
    return { entries, answers: [answer] };
  }

  /**
   * A key that has an answer makes a repeat, which fails as a duplicate even where the same request would be refused
   * today. Throws in any case, so the transaction leaves nothing.
   */
  async #unlessAnswered(
    tx: EntityManager,
    command: OwnCommand<unknown>,
    { refusal, nowMs }: { readonly refusal: unknown; readonly nowMs: number },
  ): Promise<never> {
    if (refusal instanceof Problem) await this.keys.insert(tx, keyedAnswers([command], [NO_ANSWER]), nowMs);
    throw refusal;
  }
}

const NO_ANSWER = new Answer<unknown>(204, null);

const isShared = (command: JournalCommand<unknown>): command is SharedCommand<unknown> => command.kind === 'shared';

const entriesOf = (drafts: readonly EntryDraft[], firstSeq: Seq, nowMs: number): readonly NewEntry[] =>
  drafts.map((draft, index) => entryOf(draft, firstSeq + index, nowMs));

const keyedAnswers = (
  commands: readonly JournalCommand<unknown>[],
  answers: readonly Answer<unknown>[],
): readonly KeyedAnswer[] =>
  commands.flatMap(({ key }, index) => {
    const answer = answers[index];
    return key === undefined || answer === undefined ? [] : [{ key, answer }];
  });
