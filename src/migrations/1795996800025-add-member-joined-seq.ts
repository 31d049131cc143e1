import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnIfMissing, columnKindsOf } from './schema-steps.js';

/** Where a board's journal stood when somebody joined: what is told to all counts for them from there on. */
export class AddMemberJoinedSeq1795996800025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumnIfMissing(runner, 'board_member', { name: 'joined_seq', kind: columnKindsOf(runner).bigint });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE board_member DROP COLUMN joined_seq');
  }
}
