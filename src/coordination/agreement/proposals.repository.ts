import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { KindsRepository } from '../../journal/kinds.repository.js';
import type { Seq } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { instantMs, type SqlRow } from '../../platform/database/dialect.js';
import { foldProposal, type ProposalState } from './domain/fold-proposal.js';
import { proposalOf } from './domain/proposal.js';

const NEWEST = Number.MAX_SAFE_INTEGER;

/** Proposals as the journal tells them: there is no table of theirs that could say otherwise. */
@Injectable()
export class ProposalsRepository {
  constructor(
    private readonly database: Database,
    private readonly journal: JournalRepository,
    private readonly kinds: KindsRepository,
  ) {}

  /** The newest proposal, which alone can be open. */
  async newest(board: BoardRef, manager?: EntityManager): Promise<ProposalState | undefined> {
    return (await this.list(board, { before: NEWEST, limit: 1 }, manager))[0];
  }

  /** Proposals before a seq, newest first. */
  async list(
    board: BoardRef,
    { before, limit }: { readonly before: Seq; readonly limit: number },
    manager?: EntityManager,
  ): Promise<readonly ProposalState[]> {
    return this.#states(board, await this.kinds.newest(board, { kind: 'proposal', before, limit }, manager), manager);
  }

  /** The proposal that an entry makes, if it makes one. */
  async bySeq(board: BoardRef, seq: Seq, manager?: EntityManager): Promise<ProposalState | undefined> {
    return (await this.#states(board, await this.journal.bySeqs(board, [seq], manager), manager))[0];
  }

  /** The first entry above `after` that may have changed what proposals say or which is open. */
  async hasChanged(board: BoardRef, after: Seq): Promise<boolean> {
    const range = { kinds: ['proposal', 'answer', 'redaction'] as const, after, limit: 1 };
    return (await this.kinds.after(board, range)).length > 0;
  }

  /** The database's time, which decides deadlines; in milliseconds since 1970. */
  async nowMs(manager?: EntityManager): Promise<number> {
    const query = (by: EntityManager): Promise<SqlRow[]> =>
      by.query<SqlRow[]>(`SELECT ${this.database.dialect.now} AS now`);
    const [row] = await (manager === undefined ? this.database.read(query) : query(manager));
    return instantMs(row?.now);
  }

  async #states(
    board: BoardRef,
    entries: readonly JournalEntry[],
    manager?: EntityManager,
  ): Promise<readonly ProposalState[]> {
    const proposals = entries.flatMap((entry) => proposalOf(entry) ?? []);
    const seqs = proposals.map(({ seq }) => seq);
    const bearings = await this.journal.bearings(board, seqs, manager);
    const laterSeqs = [...bearings.values()].flat().map(({ seq }) => seq);
    const later = await this.journal.bySeqs(board, [...new Set(laterSeqs)], manager);
    return proposals.map((proposal) => foldProposal(proposal, later));
  }
}
