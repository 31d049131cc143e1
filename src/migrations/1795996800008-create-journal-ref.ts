import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** The journal's refs seen from their target: what later entry bears on this one. */
export class CreateJournalRef1795996800008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS journal_ref (
      board_id ${kind.bigint} NOT NULL,
      target_seq ${kind.bigint} NOT NULL,
      seq ${kind.bigint} NOT NULL,
      relation ${kind.identifier(16)} NOT NULL,
      PRIMARY KEY (board_id, target_seq, seq)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journal_ref');
  }
}
