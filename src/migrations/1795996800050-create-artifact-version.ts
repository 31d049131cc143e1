import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnKindsOf } from './schema-steps.js';

/** Versions of documents without their texts. A version is never changed or removed; see append-only.ts. */
export class CreateArtifactVersion1795996800050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const kind = columnKindsOf(runner);
    await runner.query(`CREATE TABLE IF NOT EXISTS artifact_version (
      board_id ${kind.bigint} NOT NULL,
      kind ${kind.identifier(64)} NOT NULL,
      slot ${kind.identifier(64)} NOT NULL,
      version ${kind.bigint} NOT NULL,
      digest ${kind.identifier(64)} NOT NULL,
      size_bytes ${kind.bigint} NOT NULL,
      media_type ${kind.identifier(32)} NOT NULL,
      author ${kind.identifier(64)} NOT NULL,
      role ${kind.identifier(32)} NOT NULL,
      ordinal ${kind.smallint} NOT NULL,
      inputs ${kind.longText} NOT NULL,
      seq ${kind.bigint} NOT NULL,
      created_at ${kind.instant} NOT NULL,
      PRIMARY KEY (board_id, kind, slot, version)
    ) ${kind.clustered}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE artifact_version');
  }
}
