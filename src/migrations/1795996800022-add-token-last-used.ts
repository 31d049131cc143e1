import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnIfMissing, columnKindsOf } from './schema-steps.js';

/** When a token was used last, to the minute. */
export class AddTokenLastUsed1795996800022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumnIfMissing(runner, 'token', { name: 'last_used_at', kind: columnKindsOf(runner).instant });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token DROP COLUMN last_used_at');
  }
}
