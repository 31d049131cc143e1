import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexIfMissing } from './schema-steps.js';

/** An author's latest of a kind, type and work label, however far back it lies. */
export class IndexJournalAuthor1795996800012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIndexIfMissing(runner, 'journal_entry', {
      name: 'journal_author',
      columns: ['board_id', 'author', 'kind', 'type', 'work_label', 'seq'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('journal_entry', 'journal_author');
  }
}
