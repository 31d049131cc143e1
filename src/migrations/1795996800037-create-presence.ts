import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** When each agent of a workspace was there last, by the database's clock. */
export class CreatePresence1795996800037 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS presence (
      workspace_id ${kind.bigint} NOT NULL,
      agent_key ${kind.identifier(64)} NOT NULL,
      seen_at ${kind.instant} NOT NULL,
      PRIMARY KEY (workspace_id, agent_key)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE presence');
  }
}
