import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Answers of committed writes, kept for a day for clients that ask again. */
export class CreateIdempotencyKey1795996800009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS idempotency_key (
      key_digest ${kind.digest} NOT NULL,
      request_digest ${kind.digest} NOT NULL,
      status ${kind.smallint} NOT NULL,
      answer ${kind.longText} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      PRIMARY KEY (key_digest)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_key');
  }
}
