import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** `*` stands for any agent of the workspace; `source` is config, api or seen (no right by itself, on a `*` board). */
export class CreateBoardMember1795996800005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS board_member (
      board_id ${kind.bigint} NOT NULL,
      agent_key ${kind.identifier(64)} NOT NULL,
      source ${kind.identifier(8)} NOT NULL,
      is_owner ${kind.flag} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      PRIMARY KEY (board_id, agent_key)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE board_member');
  }
}
