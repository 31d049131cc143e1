import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Only the SHA-256 of a code is kept. `state` is open, joined or cancelled. */
export class CreateInvite1795996800024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS invite (
      id ${kind.serial},
      board_id ${kind.bigint} NOT NULL,
      agent ${kind.identifier(64)} NOT NULL,
      digest ${kind.digest} NOT NULL,
      prefix ${kind.identifier(16)} NOT NULL,
      created_by ${kind.identifier(64)} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      expires_at ${kind.instant} NOT NULL,
      state ${kind.identifier(16)} NOT NULL,
      ended_at ${kind.instant} NULL,
      UNIQUE (digest)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invite');
  }
}
