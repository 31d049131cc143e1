import { type BoardRef, grantBoardRef } from '../../src/journal/domain/board-ref.js';
import { type EntryDraft, entryOf } from '../../src/journal/domain/entry-draft.js';
import { JournalRepository } from '../../src/journal/journal.repository.js';
import type { BoardId, WorkspaceId } from '../../src/kernel/ids.js';
import { Transactor } from '../../src/platform/database/transactor.js';
import type { TestService } from './service.js';

/** The ref of a board by its slug, for tests that look behind the service. */
export async function refOf(service: TestService, slug: string): Promise<BoardRef> {
  const sql = 'SELECT id, workspace_id FROM board WHERE slug = ?';
  const rows = await service.database.read((manager) =>
    manager.query<{ id: BoardId; workspace_id: WorkspaceId }[]>(sql, [slug]),
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no board ${slug}`);
  return grantBoardRef(row.workspace_id, row.id);
}

/** Appends entries in bulk, past the service, as its own writer would; only while nobody writes. */
export async function appendEntries(service: TestService, slug: string, drafts: readonly EntryDraft[]): Promise<void> {
  const board = await refOf(service, slug);
  const journal = new JournalRepository(service.database);
  await new Transactor(service.database).run(async (tx) => {
    const first = (await journal.allotSeqs(tx, board, drafts.length)) - drafts.length + 1;
    const entries = drafts.map((draft, index) => entryOf(draft, first + index, service.clock.now()));
    await journal.insert(tx, board, entries);
  });
}

/** All rows of the tables that hold what agents wrote, as one text. */
export async function storedText(service: TestService): Promise<string> {
  const tables = ['journal_entry', 'journal_detail', 'idempotency_key'];
  const rows = await service.database.read(async (manager) => {
    const all: unknown[] = [];
    for (const table of tables) all.push(await manager.query(`SELECT * FROM ${table}`));
    return all;
  });
  return JSON.stringify(rows);
}
