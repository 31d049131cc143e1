import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../../journal/domain/board-ref.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { JournalRepository } from '../../journal/journal.repository.js';
import { KindsRepository } from '../../journal/kinds.repository.js';
import { partsOf } from '../../kernel/parts-of.js';
import { foldLeases } from './domain/fold-leases.js';
import { FORGET_AFTER_MS, isLive, type Lease, LONGEST_LEASE_S, MAX_HELD_ON_BOARD } from './domain/lease.js';
import { SYSTEM } from './domain/lease-entries.js';
import { LeasesRepository } from './leases.repository.js';

const ENTRIES_AT_ONCE = 2_000;
/** Leases that are looked at in one go. */
const AT_ONCE = 500;

/** Leases of a board whose journal came as a file: what was open is open again, with its fence and its end. */
@Injectable()
export class ImportedLeasesService {
  constructor(
    private readonly leases: LeasesRepository,
    private readonly kinds: KindsRepository,
    private readonly journal: JournalRepository,
  ) {}

  /** Makes the open leases that the journal tells; the board has none yet. Answers whether it may hold so many. */
  async take(tx: EntityManager, board: BoardRef): Promise<boolean> {
    const { nowMs } = await this.leases.locked(tx, board);
    const open = (await this.#open(tx, board)).filter(({ expiresAtMs }) => nowMs < expiresAtMs + FORGET_AFTER_MS);
    const live = open.filter((lease) => isLive(lease, nowMs));
    if (live.reduce((sum, { resources }) => sum + resources.length, 0) > MAX_HELD_ON_BOARD) return false;
    const longestMs = nowMs + LONGEST_LEASE_S * 1_000;
    for (const part of partsOf(open, AT_ONCE)) {
      for (const lease of await this.#withLapsesTold(tx, board, part)) {
        await this.leases.insert(tx, board, { ...lease, expiresAtMs: Math.min(lease.expiresAtMs, longestMs) });
      }
    }
    return true;
  }

  async #open(tx: EntityManager, board: BoardRef): Promise<readonly Lease[]> {
    let open: readonly Lease[] = [];
    for (let after = 0; ;) {
      const range = { kinds: ['lease' as const], after, limit: ENTRIES_AT_ONCE };
      const entries = await this.kinds.after(board, range, tx);
      const last = entries.at(-1);
      if (last === undefined) return open;
      open = entries.reduce(foldLeases, open);
      after = last.seq;
    }
  }

  /** A message of ours answers a lease whose holder was told that it ran out. */
  async #withLapsesTold(tx: EntityManager, board: BoardRef, leases: readonly Lease[]): Promise<readonly Lease[]> {
    const seqs = leases.map(({ seq }) => seq);
    const bearings = await this.journal.bearings(board, seqs, tx);
    const answers = [...bearings.values()].flat().filter(({ relation }) => relation === 'replies');
    const told: JournalEntry[] = [];
    for (const part of partsOf(answers, AT_ONCE)) {
      const seqs = part.map(({ seq }) => seq);
      const messages = await this.journal.bySeqs(board, seqs, tx);
      told.push(...messages.filter(({ author, type }) => author === SYSTEM && type === 'lapsed'));
    }
    const lapsed = new Set(told.flatMap(({ refs }) => refs.map(({ seq }) => seq)));
    return leases.map((lease) => ({ ...lease, isLapseTold: lapsed.has(lease.seq) }));
  }
}
