import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumnIfMissing, columnKindsOf } from './schema-steps.js';

/** The boards that a token opens, as a JSON list of names; NULL: all that its agent may use. */
export class AddTokenBoards1795996800021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumnIfMissing(runner, 'token', { name: 'boards', kind: columnKindsOf(runner).longText });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE token DROP COLUMN boards');
  }
}
