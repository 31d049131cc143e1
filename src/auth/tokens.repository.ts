import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AgentName, WorkspaceId } from '../kernel/ids.js';
import { Database } from '../platform/database/database.js';
import { instantMs, instantText, type SqlRow } from '../platform/database/dialect.js';
import { SharedLookup } from '../platform/database/shared-lookup.js';
import type { Identity, RoleSeat } from './domain/identity.js';
import type { Token } from './domain/token.js';
import type { Secret } from './secret.js';

export interface NewToken extends Pick<Token, 'agent' | 'kind' | 'role' | 'boards' | 'expiresAtMs'> {
  readonly workspaceId: WorkspaceId;
  readonly secret: Secret;
}

/** Whose tokens, and which of them. */
export interface TokensOf {
  readonly workspaceId: WorkspaceId;
  readonly agent: AgentName;
  readonly board: string;
}

/** The rows of tokens. When one ends is for the database's clock to say, which all replicas share. */
@Injectable()
export class TokensRepository {
  readonly #identities: SharedLookup<Buffer, Identity | undefined>;
  readonly #alive: SharedLookup<number, boolean>;
  readonly #isLive: string;

  constructor(private readonly database: Database) {
    this.#identities = new SharedLookup((digests) => this.#findIdentities(digests));
    this.#alive = new SharedLookup((ids) => this.#findAlive(ids));
    this.#isLive = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${database.dialect.now})`;
  }

  /** Whose live token has this digest. Sees every revocation that was answered before the call. */
  identityOf(digest: Buffer): Promise<Identity | undefined> {
    return this.#identities.load(digest);
  }

  /** Whether the token still works; as exact as `identityOf`. */
  isAlive(id: number): Promise<boolean> {
    return this.#alive.load(id);
  }

  /** The same as a transaction sees it, which holds the row of the token's board: so nobody ends it meanwhile. */
  async isAliveIn(tx: EntityManager, id: number): Promise<boolean> {
    return (await tx.query<SqlRow[]>(`SELECT id FROM token WHERE id = ? AND ${this.#isLive}`, [id])).length > 0;
  }

  /** The database's clock, in milliseconds since 1970. */
  async now(tx: EntityManager): Promise<number> {
    const [row] = await tx.query<SqlRow[]>(`SELECT ${this.database.dialect.now} AS now`);
    return instantMs(row?.now);
  }

  async insert(tx: EntityManager, token: NewToken, nowMs: number): Promise<Token> {
    const { workspaceId, agent, kind, role, secret, boards, expiresAtMs } = token;
    const sql = `INSERT INTO token
      (workspace_id, agent, kind, digest, prefix, created_at, boards, expires_at, role, ordinal)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    const scope = [boards === null ? null : JSON.stringify(boards), instantOrNull(expiresAtMs)];
    const seat = [role?.name ?? null, role?.ordinal ?? null];
    const own = [workspaceId, agent, kind, secret.digest, secret.prefix, instantText(nowMs)];
    await tx.query(sql, [...own, ...scope, ...seat]);
    const [made] = await tx.query<SqlRow[]>('SELECT * FROM token WHERE digest = ?', [secret.digest]);
    if (made === undefined) throw new Error('a token that was just made is gone');
    return tokenOfRow(made);
  }

  /** A token of the workspace, as it is committed. */
  async find(workspaceId: WorkspaceId, id: number): Promise<Token | undefined> {
    const rows = await this.database.read((manager) =>
      manager.query<SqlRow[]>('SELECT * FROM token WHERE workspace_id = ? AND id = ?', [workspaceId, id]),
    );
    return rows.map(tokenOfRow)[0];
  }

  /** The same, locked to the commit. */
  async lock(tx: EntityManager, workspaceId: WorkspaceId, id: number): Promise<Token | undefined> {
    const sql = `SELECT * FROM token WHERE workspace_id = ? AND id = ?${this.database.dialect.forUpdate}`;
    return (await tx.query<SqlRow[]>(sql, [workspaceId, id])).map(tokenOfRow)[0];
  }

  /** The newest `limit` tokens below `before`, newest first, ended ones too; `board`: only those made for it. */
  async list(
    workspaceId: WorkspaceId,
    page: { before: number; limit: number; board: string | undefined },
  ): Promise<readonly Token[]> {
    const { before, limit, board } = page;
    const made = board === undefined ? '' : 'AND INSTR(boards, ?) > 0';
    const sql = `SELECT * FROM token WHERE workspace_id = ? AND id < ? ${made} ORDER BY id DESC LIMIT ?`;
    const values = [workspaceId, before, ...(board === undefined ? [] : [JSON.stringify(board)]), limit];
    return (await this.database.read((manager) => manager.query<SqlRow[]>(sql, values))).map(tokenOfRow);
  }

  /** The agents of a workspace that hold a live token which opens the board; a role's has its names on its board. */
  async holders(workspaceId: WorkspaceId, board: string, tx?: EntityManager): Promise<readonly AgentName[]> {
    const sql = `SELECT DISTINCT agent FROM token
      WHERE workspace_id = ? AND kind <> 'role' AND ${this.#isLive} AND ${OPENS}`;
    const query = (by: EntityManager): Promise<SqlRow[]> =>
      by.query<SqlRow[]>(sql, [workspaceId, JSON.stringify(board)]);
    const rows = await (tx === undefined ? this.database.read(query) : query(tx));
    return rows.map((row) => row.agent as AgentName);
  }

  /** The agent's live tokens that open the board, as the transaction sees them, by id. */
  async openers(tx: EntityManager, { workspaceId, agent, board }: TokensOf): Promise<readonly Token[]> {
    const sql = `SELECT * FROM token WHERE workspace_id = ? AND agent = ? AND ${this.#isLive} AND ${OPENS} ORDER BY id`;
    return (await tx.query<SqlRow[]>(sql, [workspaceId, agent, JSON.stringify(board)])).map(tokenOfRow);
  }

  /** The agent's tokens that another took the place of, ended ones too, as the transaction sees them, by id. */
  async rotated(tx: EntityManager, { workspaceId, agent }: Omit<TokensOf, 'board'>): Promise<readonly Token[]> {
    const sql = 'SELECT * FROM token WHERE workspace_id = ? AND agent = ? AND rotated_to IS NOT NULL ORDER BY id';
    return (await tx.query<SqlRow[]>(sql, [workspaceId, agent])).map(tokenOfRow);
  }

  /** Ends a token for good, at once; one that was revoked before stays so as of then. */
  async revoke(tx: EntityManager, id: number): Promise<void> {
    const { now } = this.database.dialect;
    await tx.query(`UPDATE token SET revoked_at = ${now} WHERE id = ? AND revoked_at IS NULL`, [id]);
  }

  async setBoards(tx: EntityManager, id: number, boards: readonly string[]): Promise<void> {
    await tx.query('UPDATE token SET boards = ? WHERE id = ?', [JSON.stringify(boards), id]);
  }

  async setRotated(
    tx: EntityManager,
    id: number,
    to: { readonly id: number; readonly endsAtMs: number },
  ): Promise<void> {
    const sql = 'UPDATE token SET rotated_to = ?, expires_at = ? WHERE id = ?';
    await tx.query(sql, [to.id, instantText(to.endsAtMs), id]);
  }

  /** Notes that tokens were used in the minute that begins at `minuteMs`; ids in ascending order. */
  async setUsed(tx: EntityManager, ids: readonly number[], minuteMs: number): Promise<void> {
    const used = instantText(minuteMs);
    const where = `id IN (${ids.map(() => '?').join(', ')}) AND (last_used_at IS NULL OR last_used_at < ?)`;
    await tx.query(`UPDATE token SET last_used_at = ? WHERE ${where}`, [used, ...ids, used]);
  }

  async #findAlive(ids: readonly number[]): Promise<readonly boolean[]> {
    const sql = `SELECT id FROM token WHERE ${this.#isLive} AND id IN (${ids.map(() => '?').join(', ')})`;
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [...ids]));
    const alive = new Set(rows.map((row) => Number(row.id)));
    return ids.map((id) => alive.has(id));
  }

  async #findIdentities(digests: readonly Buffer[]): Promise<readonly (Identity | undefined)[]> {
    const sql = `SELECT id, workspace_id, agent, kind, role, ordinal, boards, digest FROM token
      WHERE ${this.#isLive} AND digest IN (${digests.map(() => '?').join(', ')})`;
    const rows = await this.database.read((manager) => manager.query<SqlRow[]>(sql, [...digests]));
    const byDigest = new Map(rows.map((row) => [(row.digest as Buffer).toString('hex'), identityOfRow(row)]));
    return digests.map((digest) => byDigest.get(digest.toString('hex')));
  }
}

/** A name stands between quotes in the list, so that no name is found inside another. */
const OPENS = '(boards IS NULL OR INSTR(boards, ?) > 0)';

const boardsOf = (value: unknown): readonly string[] | null =>
  value === null ? null : (JSON.parse(String(value)) as readonly string[]);

const msOrNull = (value: unknown): number | null => (value === null ? null : instantMs(value));
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instantText(ms));

const seatOf = (row: SqlRow): RoleSeat => ({ name: String(row.role), ordinal: Number(row.ordinal) });

const identityOfRow = (row: SqlRow): Identity => {
  const boards = boardsOf(row.boards);
  return {
    workspaceId: Number(row.workspace_id) as WorkspaceId,
    agent: row.agent as AgentName,
    kind: row.kind as Identity['kind'],
    tokenId: Number(row.id),
    ...(row.role === null ? {} : { role: seatOf(row) }),
    ...(boards === null ? {} : { boards }),
  };
};

const tokenOfRow = (row: SqlRow): Token => ({
  id: Number(row.id),
  agent: row.agent as AgentName,
  kind: row.kind as Identity['kind'],
  role: row.role === null ? null : seatOf(row),
  boards: boardsOf(row.boards),
  prefix: String(row.prefix),
  createdAtMs: instantMs(row.created_at),
  expiresAtMs: msOrNull(row.expires_at),
  lastUsedAtMs: msOrNull(row.last_used_at),
  rotatedTo: row.rotated_to === null ? null : Number(row.rotated_to),
  revokedAtMs: msOrNull(row.revoked_at),
});
