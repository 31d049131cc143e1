import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexIfMissing } from './schema-steps.js';

/** The newest of one kind, without reading past the others. */
export class IndexJournalKind1795996800011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIndexIfMissing(runner, 'journal_entry', { name: 'journal_kind', columns: ['board_id', 'kind', 'seq'] });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('journal_entry', 'journal_kind');
  }
}
