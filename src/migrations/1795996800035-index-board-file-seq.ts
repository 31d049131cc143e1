import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexIfMissing } from './schema-steps.js';

/** For the file of an entry, and for how much a board holds. */
export class IndexBoardFileSeq1795996800035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIndexIfMissing(runner, 'board_file', { name: 'board_file_seq', columns: ['board_id', 'seq'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('board_file', 'board_file_seq');
  }
}
