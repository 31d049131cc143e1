import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Sessions of adapters under one agent's name, by the id that each gave itself. */
export class CreateAgentInstance1795996800015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS agent_instance (
      workspace_id ${kind.bigint} NOT NULL,
      agent_key ${kind.identifier(64)} NOT NULL,
      instance ${kind.identifier(64)} NOT NULL,
      seen_at ${kind.instant} NOT NULL,
      PRIMARY KEY (workspace_id, agent_key, instance)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE agent_instance');
  }
}
