import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Leases that nobody closed yet, live or run out; what became of the others stands in the journal. */
export class CreateLease1795996800028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS lease (
      board_id ${kind.bigint} NOT NULL,
      seq ${kind.bigint} NOT NULL,
      holder ${kind.identifier(64)} NOT NULL,
      resources ${kind.longText} NOT NULL,
      intent ${kind.text(300)} NOT NULL,
      granted_at ${kind.instant} NOT NULL,
      expires_at ${kind.instant} NOT NULL,
      lapse_told ${kind.flag} NOT NULL,
      PRIMARY KEY (board_id, seq)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE lease');
  }
}
