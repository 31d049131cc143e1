import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexIfMissing } from './schema-steps.js';

/** Finds a board's present facts by key, however often each was set. */
export class IndexFactCurrent1795996800032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = ['board_id', 'is_current', 'fact_key'];
    await createIndexIfMissing(runner, 'fact', { name: 'fact_current', columns });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('fact', 'fact_current');
  }
}
