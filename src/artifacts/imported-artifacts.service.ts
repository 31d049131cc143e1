import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Goal } from '../boards/roles/domain/goal.js';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { JournalEntry } from '../journal/domain/journal-entry.js';
import { JournalRepository } from '../journal/journal.repository.js';
import type { AgentName, Seq } from '../kernel/ids.js';
import { labelOf } from '../kernel/label.js';
import { Problem } from '../kernel/problem.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import { versionOf } from './domain/artifact-entry.js';
import { laneKey } from './domain/artifact-version.js';
import { byteCount } from './domain/content.js';
import { contentErrors } from './domain/findings.js';
import { laneFault } from './domain/lane-fault.js';
import { newestOf } from './domain/stale.js';
import type { ArtifactText } from './whole-board-artifacts.service.js';

/** Documents of a board whose journal comes as a file of lines. */
@Injectable()
export class ImportedArtifactsService {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly journal: JournalRepository,
  ) {}

  /** The versions that new entries record, ascending. Throws `bad_import` for one that nobody could have written. */
  async addVersions(tx: EntityManager, board: BoardRef, entries: readonly JournalEntry[]): Promise<void> {
    const versions = entries.filter(({ kind }) => kind === 'artifact').map(versionOf);
    if (versions.length === 0) return;
    const last = new Map(newestOf(await this.artifacts.newest(board, undefined, tx)));
    for (const version of versions) {
      const before = last.get(laneKey(version)) ?? 0;
      const fault = laneFault(version, [...last.keys()]);
      if (fault !== undefined) throw bad(version.seq, fault);
      if (version.version !== before + 1) throw bad(version.seq, `is version ${version.version} behind ${before}`);
      last.set(laneKey(version), version.version);
    }
    await this.artifacts.insert(tx, board, versions);
  }

  /**
   * Throws `bad_import`, with the number of the line in the file, for a text that is not the one that its entry records,
   * is not of its media type, or is there already.
   */
  async addText(
    tx: EntityManager,
    board: BoardRef,
    { seq, content, line }: ArtifactText & { readonly line: number },
  ): Promise<void> {
    const [entry] = await this.journal.bySeqs(board, [seq], tx);
    if (entry?.kind !== 'artifact') throw badText(line, seq, 'is none');
    const version = versionOf(entry);
    const digest = createHash('sha256').update(content).digest('hex');
    if (digest !== version.digest || byteCount(content) !== version.bytes)
      throw badText(line, seq, 'is not what its digest says');
    const [fault] = contentErrors(version.kind, content, version.mediaType);
    if (fault !== undefined)
      throw badText(line, seq, `is not the ${version.mediaType} that its entry says: ${fault.path} ${fault.message}`);
    if ((await this.artifacts.body(board, version, tx)) !== undefined) throw badText(line, seq, 'has its text twice');
    await this.artifacts.insertBody(tx, board, version, content);
  }

  /** All who wrote a document: they are no agents of the workspace. */
  authors(tx: EntityManager, board: BoardRef): Promise<readonly AgentName[]> {
    return this.artifacts.authors(tx, board);
  }

  /** At the end of the lines. Throws `bad_import` where a text is missing, or is there though its goal was emptied; or the goal is. */
  async requireWhole(tx: EntityManager, board: BoardRef, goal: Pick<Goal, 'emptiedAtMs'> | undefined): Promise<void> {
    const { versions, texts } = await this.artifacts.counts(tx, board);
    if (goal === undefined && versions > 0)
      throw new Problem(
        'bad_import',
        `${versions} versions of documents came without a goal. Nothing of the file was kept.`,
      );
    const isEmptied = typeof goal?.emptiedAtMs === 'number';
    if (texts === (isEmptied ? 0 : versions)) return;
    const detail = isEmptied
      ? `The goal was emptied, and ${texts} texts of its documents are there.`
      : `${versions} versions of documents came with ${texts} texts.`;
    throw new Problem('bad_import', `${detail} Nothing of the file was kept.`);
  }
}

const bad = (seq: Seq, what: string): Problem => new Problem('bad_import', `The document of ${saidOf(seq, what)}`);

const badText = (line: number, seq: Seq, what: string): Problem =>
  new Problem('bad_import', `Line ${line}: the document of ${saidOf(seq, what)}`, {
    errors: [{ path: `line ${line}, body`, message: what }],
    members: { line },
  });

const saidOf = (seq: Seq, what: string): string => `${labelOf(seq)} ${what}. Nothing of the file was kept.`;
