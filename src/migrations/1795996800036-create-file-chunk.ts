import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** The bytes of files in pieces, so that nothing ever holds a whole one in memory. */
export class CreateFileChunk1795996800036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS file_chunk (
      file_id ${kind.identifier(32)} NOT NULL,
      part ${kind.smallint} NOT NULL,
      body ${kind.bytes} NOT NULL,
      PRIMARY KEY (file_id, part)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE file_chunk');
  }
}
