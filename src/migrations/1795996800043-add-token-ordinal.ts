import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnIfMissing, columnKindsOf } from './schema-steps.js';

/** Which of a role's agents a token stands for: 1 to the role's count. */
export class AddTokenOrdinal1795996800043 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumnIfMissing(runner, 'token', { name: 'ordinal', kind: columnKindsOf(runner).smallint });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token DROP COLUMN ordinal');
  }
}
