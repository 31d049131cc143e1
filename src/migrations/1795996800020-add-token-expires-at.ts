import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnIfMissing, columnKindsOf } from './schema-steps.js';

/** A token may have an end. */
export class AddTokenExpiresAt1795996800020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumnIfMissing(runner, 'token', { name: 'expires_at', kind: columnKindsOf(runner).instant });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token DROP COLUMN expires_at');
  }
}
