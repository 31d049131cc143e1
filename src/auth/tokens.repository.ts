import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AgentName, WorkspaceId } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantMs, instantText, type SqlRow } from '../platform/database/dialect.js';
import { SharedLookup } from '../platform/database/shared-lookup.js';
import type { Identity } from './domain/identity.js';

/** A token without its secret. */
export interface Token {
  readonly id: number;
  readonly agent: AgentName;
  readonly kind: Identity['kind'];
  /** The first characters of its text, to tell tokens apart. */
  readonly prefix: string;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
}

export interface NewToken {
  readonly workspaceId: WorkspaceId;
  readonly agent: AgentName;
  readonly kind: Identity['kind'];
  /** SHA-256 of its text. */
  readonly digest: Buffer;
  readonly prefix: string;
}

@Injectable()
export class TokensRepository {
  readonly #identities: SharedLookup<Buffer, Identity | undefined>;

  constructor(private readonly database: Database) {
    this.#identities = new SharedLookup((digests) => this.#findIdentities(digests));
  }

  /** Whose live token has this digest. Sees every revocation that was answered before the call. */
  identityOf(digest: Buffer): Promise<Identity | undefined> {
    return this.#identities.load(digest);
  }

  async insert(tx: EntityManager, token: NewToken, nowMs: number): Promise<void> {
    const sql =
      'INSERT INTO token (workspace_id, agent, kind, digest, prefix, created_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, NULL)';
    await tx.query(sql, [token.workspaceId, token.agent, token.kind, token.digest, token.prefix, instantText(nowMs)]);
  }

  async byDigest(tx: EntityManager, digest: Buffer): Promise<Token | undefined> {
    const rows = await tx.query<SqlRow[]>('SELECT * FROM token WHERE digest = ?', [digest]);
    return rows.map(tokenOfRow)[0];
  }

  /** The newest `limit` tokens of a workspace below `before`, newest first, revoked ones included. */
  async list(workspaceId: WorkspaceId, page: { before: number; limit: number }): Promise<readonly Token[]> {
    const sql = 'SELECT * FROM token WHERE workspace_id = ? AND id < ? ORDER BY id DESC LIMIT ?';
    const rows = await this.database.read((manager) =>
      manager.query<SqlRow[]>(sql, [workspaceId, page.before, page.limit]),
    );
    return rows.map(tokenOfRow);
  }

  /** The agents of a workspace that hold a live token. */
  async holders(workspaceId: WorkspaceId): Promise<readonly AgentName[]> {
    const sql = 'SELECT DISTINCT agent FROM token WHERE workspace_id = ? AND revoked_at IS NULL';
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [workspaceId]));
    return rows.map((row) => row.agent as AgentName);
  }

  /** Revokes a token for good, at once; answers it, or undefined where the workspace has none of that id. */
  async revoke(tx: EntityManager, workspaceId: WorkspaceId, id: number): Promise<Token | undefined> {
    const where = 'workspace_id = ? AND id = ?';
    await tx.query(`UPDATE token SET revoked_at = ${this.database.dialect.now} WHERE ${where} AND revoked_at IS NULL`, [
      workspaceId,
      id,
    ]);
    const rows = await tx.query<SqlRow[]>(`SELECT * FROM token WHERE ${where}`, [workspaceId, id]);
    return rows.map(tokenOfRow)[0];
  }

  async #findIdentities(digests: readonly Buffer[]): Promise<readonly (Identity | undefined)[]> {
    const sql = `SELECT workspace_id, agent, kind, digest FROM token WHERE revoked_at IS NULL AND digest IN (${digests.map(() => '?').join(', ')})`;
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [...digests]));
    const byDigest = new Map(rows.map((row) => [(row.digest as Buffer).toString('hex'), identityOfRow(row)]));
    return digests.map((digest) => byDigest.get(digest.toString('hex')));
  }
}

const identityOfRow = (row: SqlRow): Identity => ({
  workspaceId: Number(row.workspace_id) as WorkspaceId,
  agent: row.agent as AgentName,
  kind: row.kind as Identity['kind'],
});

const tokenOfRow = (row: SqlRow): Token => ({
  id: Number(row.id),
  agent: row.agent as AgentName,
  kind: row.kind as Identity['kind'],
  prefix: String(row.prefix),
  createdAtMs: instantMs(row.created_at),
  revokedAtMs: row.revoked_at === null ? null : instantMs(row.revoked_at),
});
