import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { instantMs, instantText, placeholders } from '../database/dialect.js';
import type { Answer } from './answer.js';

/** A request that may be sent twice. Both digests are SHA-256; nothing of the key itself is kept. */
export interface RequestKey {
  /** Of identity, method, path and key. */
  readonly keyDigest: Buffer;
  /** Of all that makes it the same request: path, query and body. */
  readonly requestDigest: Buffer;
}

export interface StoredAnswer {
  readonly requestDigest: Buffer;
  readonly status: number;
  readonly body: unknown;
  readonly createdAtMs: number;
}

export interface KeyedAnswer {
  readonly key: RequestKey;
  readonly answer: Answer<unknown>;
}

@Injectable()
export class IdempotencyKeysRepository {
  constructor(private readonly database: Database) {}

  /** Stores answers in the transaction of their writes; a key that is there already fails as a duplicate. */
  async insert(tx: EntityManager, rows: readonly KeyedAnswer[], nowMs: number): Promise<void> {
    if (rows.length === 0) return;
    // In the order of the primary key, so that two processes never wait for each other crosswise.
    const sorted = [...rows].sort((a, b) => Buffer.compare(a.key.keyDigest, b.key.keyDigest));
    const now = instantText(nowMs);
    const sql = `INSERT INTO idempotency_key (key_digest, request_digest, status, answer, created_at) VALUES ${placeholders(sorted.length, 5)}`;
    await tx.query(
      sql,
      sorted.flatMap(({ key, answer }) => [
        key.keyDigest,
        key.requestDigest,
        answer.status,
        JSON.stringify(answer.body),
        now,
      ]),
    );
  }

  /** The stored answers of those keys that are known, by the digest in hexadecimal. */
  async find(keys: readonly RequestKey[]): Promise<ReadonlyMap<string, StoredAnswer>> {
    const sql = `SELECT key_digest, request_digest, status, answer, created_at FROM idempotency_key WHERE key_digest IN (${keys.map(() => '?').join(', ')})`;
    const rows = await this.database.read((manager) =>
      manager.query<KeyRow[]>(
        sql,
        keys.map((key) => key.keyDigest),
      ),
    );
    return new Map(rows.map((row) => [row.key_digest.toString('hex'), storedAnswerOf(row)]));
  }

  async delete(tx: EntityManager, digests: readonly Buffer[]): Promise<void> {
    if (digests.length === 0) return;
    const sorted = [...digests].sort((a, b) => Buffer.compare(a, b));
    await tx.query(`DELETE FROM idempotency_key WHERE key_digest IN (${sorted.map(() => '?').join(', ')})`, sorted);
  }

  /** The oldest keys made before `ms`, at most `limit`. */
  async olderThan(ms: number, limit: number): Promise<readonly Buffer[]> {
    const sql = 'SELECT key_digest FROM idempotency_key WHERE created_at < ? ORDER BY created_at LIMIT ?';
    const rows = await this.database.read((manager) => manager.query<KeyRow[]>(sql, [instantText(ms), limit]));
    return rows.map((row) => row.key_digest);
  }
}

interface KeyRow {
  readonly key_digest: Buffer;
  readonly request_digest: Buffer;
  readonly status: number;
  readonly answer: string;
  readonly created_at: string;
}

const storedAnswerOf = (row: KeyRow): StoredAnswer => ({
  requestDigest: row.request_digest,
  status: Number(row.status),
  body: JSON.parse(row.answer) as unknown,
  createdAtMs: instantMs(row.created_at),
});
