import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Long text lies beside the journal, so that scanning the journal stays narrow. */
export class CreateJournalDetail1795996800007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS journal_detail (
      board_id ${kind.bigint} NOT NULL,
      seq ${kind.bigint} NOT NULL,
      body ${kind.longText} NOT NULL,
      search_body ${kind.longText} NOT NULL,
      PRIMARY KEY (board_id, seq)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journal_detail');
  }
}
