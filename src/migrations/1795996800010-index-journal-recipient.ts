import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexIfMissing } from './schema-steps.js';

/** What is addressed to an agent, without reading the board. */
export class IndexJournalRecipient1795996800010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIndexIfMissing(runner, 'journal_entry', {
      name: 'journal_recipient',
      columns: ['board_id', 'recipient', 'seq'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('journal_entry', 'journal_recipient');
  }
}
