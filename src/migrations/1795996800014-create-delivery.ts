import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** What each agent was shown of each board: two cursors, and what is under way or confirmed above them. */
export class CreateDelivery1795996800014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS delivery (
      board_id ${kind.bigint} NOT NULL,
      agent_key ${kind.identifier(64)} NOT NULL,
      gist_cursor ${kind.bigint} NOT NULL,
      post_cursor ${kind.bigint} NOT NULL,
      offered_to ${kind.bigint} NOT NULL,
      above ${kind.longText} NULL,
      PRIMARY KEY (board_id, agent_key)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE delivery');
  }
}
