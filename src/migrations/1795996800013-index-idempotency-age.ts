import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexIfMissing } from './schema-steps.js';

/** Finds the keys that have outlived their day. */
export class IndexIdempotencyAge1795996800013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIndexIfMissing(runner, 'idempotency_key', { name: 'idempotency_age', columns: ['created_at'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('idempotency_key', 'idempotency_age');
  }
}
