import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexIfMissing } from './schema-steps.js';

/** The leases of one agent on all boards. */
export class IndexLeaseHolder1795996800029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIndexIfMissing(runner, 'lease', { name: 'lease_holder', columns: ['holder', 'board_id'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('lease', 'lease_holder');
  }
}
