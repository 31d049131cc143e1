import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Only the SHA-256 of a token is kept, and eight characters to tell tokens apart. */
export class CreateToken1795996800003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS token (
      id ${kind.serial},
      workspace_id ${kind.bigint} NOT NULL,
      agent ${kind.identifier(64)} NOT NULL,
      kind ${kind.identifier(16)} NOT NULL,
      digest ${kind.digest} NOT NULL,
      prefix ${kind.identifier(16)} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      revoked_at ${kind.instant} NULL,
      UNIQUE (digest)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE token');
  }
}
