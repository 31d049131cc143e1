import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** The texts, apart from their versions: those of a closed goal may be removed, and the versions stay. */
export class CreateArtifactBody1795996800051 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS artifact_body (
      board_id ${kind.bigint} NOT NULL,
      kind ${kind.identifier(64)} NOT NULL,
      slot ${kind.identifier(64)} NOT NULL,
      version ${kind.bigint} NOT NULL,
      content ${kind.longText} NOT NULL,
      PRIMARY KEY (board_id, kind, slot, version)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE artifact_body');
  }
}
