import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Which entry set each version of a fact, and which versions are the present ones. */
export class CreateFact1795996800031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS fact (
      board_id ${kind.bigint} NOT NULL,
      fact_key ${kind.identifier(128)} NOT NULL,
      version ${kind.bigint} NOT NULL,
      seq ${kind.bigint} NOT NULL,
      is_current ${kind.flag} NOT NULL,
      PRIMARY KEY (board_id, fact_key, version)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fact');
  }
}
