import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Imports under way, and for a while those that are over. `board_id` is a board that nobody belongs to until then. */
export class CreateBoardImport1795996800016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS board_import (
      import_id ${kind.identifier(32)} NOT NULL,
      workspace_id ${kind.bigint} NOT NULL,
      slug ${kind.identifier(64)} NOT NULL,
      board_id ${kind.bigint} NOT NULL,
      state ${kind.identifier(8)} NOT NULL,
      line_count ${kind.bigint} NOT NULL,
      announced ${kind.bigint} NULL,
      member_count ${kind.bigint} NOT NULL,
      members ${kind.longText} NOT NULL,
      entry_count ${kind.bigint} NOT NULL,
      digest ${kind.identifier(64)} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      touched_at ${kind.instant} NOT NULL,
      PRIMARY KEY (import_id)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE board_import');
  }
}
