import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** The newest version of each document that a contributor has read: what it writes then was written against that. */
export class CreateArtifactRead1795996800052 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS artifact_read (
      board_id ${kind.bigint} NOT NULL,
      contributor ${kind.identifier(64)} NOT NULL,
      kind ${kind.identifier(64)} NOT NULL,
      slot ${kind.identifier(64)} NOT NULL,
      version ${kind.bigint} NOT NULL,
      PRIMARY KEY (board_id, contributor, kind, slot)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE artifact_read');
  }
}
