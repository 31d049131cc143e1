import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

export class CreateWorkspace1795996800001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS workspace (
      id ${kind.serial},
      slug ${kind.identifier(64)} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      UNIQUE (slug)
    ) ${kind.table}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE workspace');
  }
}
