import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Names are unique in a workspace without regard to case: the key is the name in lower case, the name its first spelling. */
export class CreateAgent1795996800002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS agent (
      workspace_id ${kind.bigint} NOT NULL,
      agent_key ${kind.identifier(64)} NOT NULL,
      name ${kind.identifier(64)} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      PRIMARY KEY (workspace_id, agent_key)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE agent');
  }
}
