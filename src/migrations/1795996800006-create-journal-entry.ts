import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** The spine: one board's entries lie together in seq order, so reading after a cursor is a range scan. */
export class CreateJournalEntry1795996800006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS journal_entry (
      board_id ${kind.bigint} NOT NULL,
      seq ${kind.bigint} NOT NULL,
      kind ${kind.identifier(16)} NOT NULL,
      type ${kind.identifier(64)} NOT NULL,
      author ${kind.identifier(64)} NOT NULL,
      recipient ${kind.identifier(64)} NULL,
      work_label ${kind.identifier(64)} NULL,
      refs ${kind.longText} NULL,
      content ${kind.longText} NOT NULL,
      search_text ${kind.longText} NOT NULL,
      has_detail ${kind.flag} NOT NULL,
      data ${kind.longText} NULL,
      created_at ${kind.instant} NOT NULL,
      PRIMARY KEY (board_id, seq)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE journal_entry');
  }
}
