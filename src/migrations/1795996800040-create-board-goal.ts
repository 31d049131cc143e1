import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** The goal of a board that has one. Its words stand in the entry that declared it, too. */
export class CreateBoardGoal1795996800040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS board_goal (
      board_id ${kind.bigint} NOT NULL,
      goal ${kind.longText} NOT NULL,
      state ${kind.identifier(8)} NOT NULL,
      declared_seq ${kind.bigint} NOT NULL,
      closed_at ${kind.instant} NULL,
      emptied_at ${kind.instant} NULL,
      PRIMARY KEY (board_id)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE board_goal');
  }
}
