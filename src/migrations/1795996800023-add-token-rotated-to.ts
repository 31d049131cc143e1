import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnIfMissing, columnKindsOf } from './schema-steps.js';

/** The token that took the place of a rotated one, which happens once. */
export class AddTokenRotatedTo1795996800023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumnIfMissing(runner, 'token', { name: 'rotated_to', kind: columnKindsOf(runner).bigint });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token DROP COLUMN rotated_to');
  }
}
