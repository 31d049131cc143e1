import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Which content belongs to which entry. Without a seq it is one that is still being sent. */
export class CreateBoardFile1795996800034 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS board_file (
      file_id ${kind.identifier(32)} NOT NULL PRIMARY KEY,
      board_id ${kind.bigint} NOT NULL,
      seq ${kind.bigint} NULL,
      size_bytes ${kind.bigint} NOT NULL,
      begun_at ${kind.instant} NOT NULL
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE board_file');
  }
}
