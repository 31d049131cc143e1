import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** A board's row is also its lock: a writing transaction takes seqs from it and holds it to the commit. */
export class CreateBoard1795996800004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS board (
      id ${kind.serial},
      workspace_id ${kind.bigint} NOT NULL,
      slug ${kind.identifier(64)} NOT NULL,
      head_seq ${kind.bigint} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      UNIQUE (workspace_id, slug)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE board');
  }
}
