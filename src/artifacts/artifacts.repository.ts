import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { BoardRef } from '../journal/domain/board-ref.js';
import type { AgentName } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantMs, instantText, placeholders, type SqlRow, type SqlValue } from '../platform/database/dialect.js';
import type { ArtifactVersion, Input } from './domain/artifact-version.js';
import type { MediaType } from './domain/findings.js';

const COLUMNS = [
  ...['board_id', 'kind', 'slot', 'version', 'digest', 'size_bytes', 'media_type', 'author', 'role', 'ordinal'],
  ...['inputs', 'seq', 'created_at'],
];
const INSERT = `INSERT INTO artifact_version (${COLUMNS.join(', ')}) VALUES`;
const SELECT = `SELECT ${COLUMNS.map((column) => `v.${column}`).join(', ')} FROM artifact_version v`;
const ROWS_PER_INSERT = 500;
const ONE = 'board_id = ? AND kind = ? AND slot = ? AND version = ?';

/** Versions of documents and their texts. Nothing here changes a row; texts alone can be removed. */
@Injectable()
export class ArtifactsRepository {
  constructor(private readonly database: Database) {}

  /** The newest version of each document of the board; of one kind, where that is given. */
  async newest({ boardId }: BoardRef, kind?: string, manager?: EntityManager): Promise<readonly ArtifactVersion[]> {
    const ofKind = kind === undefined ? '' : ' AND kind = ?';
    const sql = `${SELECT} JOIN (SELECT kind, slot, MAX(version) AS version FROM artifact_version
      WHERE board_id = ?${ofKind} GROUP BY kind, slot) n
      ON v.kind = n.kind AND v.slot = n.slot AND v.version = n.version WHERE v.board_id = ?`;
    const values = [boardId, ...(kind === undefined ? [] : [kind]), boardId];
    return (await this.#rows(sql, values, manager)).map(versionOfRow);
  }

  async version({ boardId }: BoardRef, { kind, slot, version }: Input): Promise<ArtifactVersion | undefined> {
    return (await this.#rows(`${SELECT} WHERE ${ONE}`, [boardId, kind, slot, version])).map(versionOfRow)[0];
  }

  /** The text of a version; undefined: it was removed. */
  async body(
    { boardId }: BoardRef,
    { kind, slot, version }: Input,
    manager?: EntityManager,
  ): Promise<string | undefined> {
    const sql = `SELECT content FROM artifact_body WHERE ${ONE}`;
    const [row] = await this.#rows(sql, [boardId, kind, slot, version], manager);
    return row === undefined ? undefined : String(row.content);
  }

  /** Versions that are not there yet. */
  async insert(tx: EntityManager, { boardId }: BoardRef, versions: readonly ArtifactVersion[]): Promise<void> {
    for (let start = 0; start < versions.length; start += ROWS_PER_INSERT) {
      const part = versions.slice(start, start + ROWS_PER_INSERT);
      const values = part.flatMap((version) => valuesOf(boardId, version));
      await tx.query(`${INSERT} ${placeholders(part.length, COLUMNS.length)}`, values);
    }
  }

  async insertBody(
    tx: EntityManager,
    { boardId }: BoardRef,
    { kind, slot, version }: Input,
    content: string,
  ): Promise<void> {
    const sql = 'INSERT INTO artifact_body (board_id, kind, slot, version, content) VALUES (?, ?, ?, ?, ?)';
    await tx.query(sql, [boardId, kind, slot, version, content]);
  }

  /** How many versions a board has, and how many of their texts. */
  async counts(
    tx: EntityManager,
    { boardId }: BoardRef,
  ): Promise<{ readonly versions: number; readonly texts: number }> {
    const of = (table: string): string => `(SELECT COUNT(*) FROM ${table} WHERE board_id = ?)`;
    const sql = `SELECT ${of('artifact_version')} AS versions, ${of('artifact_body')} AS texts`;
    const [row] = await tx.query<SqlRow[]>(sql, [boardId, boardId]);
    return { versions: Number(row?.versions ?? 0), texts: Number(row?.texts ?? 0) };
  }

  /** All who wrote a document of the board. */
  async authors(tx: EntityManager, { boardId }: BoardRef): Promise<readonly AgentName[]> {
    const rows = await tx.query<SqlRow[]>('SELECT DISTINCT author FROM artifact_version WHERE board_id = ?', [boardId]);
    return rows.map(({ author }) => author as AgentName);
  }

  /** Removes all texts of a board, for good. The database lets that happen where the goal is closed. */
  async removeBodies(tx: EntityManager, { boardId }: BoardRef): Promise<void> {
    await tx.query('DELETE FROM artifact_body WHERE board_id = ?', [boardId]);
  }

  /** Removes what an import has left that was given up. */
  async removeVersions(tx: EntityManager, { boardId }: BoardRef): Promise<void> {
    await tx.query('DELETE FROM artifact_version WHERE board_id = ?', [boardId]);
  }

  #rows(sql: string, values: readonly SqlValue[], manager?: EntityManager): Promise<readonly SqlRow[]> {
    const query = (by: EntityManager): Promise<SqlRow[]> => by.query<SqlRow[]>(sql, [...values]);
    return manager === undefined ? this.database.read(query) : query(manager);
  }
}

const valuesOf = (boardId: number, version: ArtifactVersion): readonly SqlValue[] => [
  ...[boardId, version.kind, version.slot, version.version, version.digest, version.bytes, version.mediaType],
  ...[version.author, version.role, version.ordinal],
  JSON.stringify(version.inputs.map(({ kind, slot, version: read }) => [kind, slot, read])),
  ...[version.seq, instantText(version.createdAtMs)],
];

const versionOfRow = (row: SqlRow): ArtifactVersion => ({
  kind: String(row.kind),
  slot: String(row.slot),
  version: Number(row.version),
  digest: String(row.digest),
  bytes: Number(row.size_bytes),
  mediaType: row.media_type as MediaType,
  author: row.author as AgentName,
  role: String(row.role),
  ordinal: Number(row.ordinal),
  inputs: (JSON.parse(String(row.inputs)) as readonly [string, string, number][]).map(([kind, slot, version]) => ({
    kind,
    slot,
    version,
  })),
  seq: Number(row.seq),
  createdAtMs: instantMs(row.created_at),
});
