import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import BetterSqlite3 from 'better-sqlite3';
import { isOnMysql } from '../support/database-kind.js';
import { startService, type TestService } from '../support/service.js';

// A server's files are its own affair.
(isOnMysql ? describe.skip : describe)('the file of an embedded store', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const params = { path: { board: 'main' } };
  const write = (content: string, detail: string) =>
    service.as('alice').POST('/board/{board}/write', { params, body: { notes: [{ type: 'FACT', content, detail }] } });

  /** How often a word stands in the file itself, once the log beside it is worked in. */
  function countInFile(word: string): number {
    const path = service.store.env.BOARD_DB_PATH ?? '';
    const other = new BetterSqlite3(path);
    other.pragma('wal_checkpoint(TRUNCATE)');
    other.close();
    return readFileSync(path, 'latin1').split(word).length - 1;
  }

  it('holds nothing of a redacted text any more, in free pages neither, and all of the others', async () => {
    // Long enough for pages of its own, which a redaction frees.
    await write('keyhole of the customer', 'keyhole '.repeat(2_000));
    await write('doorbell', 'doorbell '.repeat(2_000));
    const others = countInFile('doorbell');
    expect([countInFile('keyhole') > 2_000, others > 2_000]).toEqual([true, true]);
    const redacted = await service.as('harness').POST('/board/{board}/entries/{label}/redact', {
      params: { path: { board: 'main', label: 'G1' } },
      body: { reason: 'names a customer' },
    });
    expect(redacted.response.status).toBe(200);
    expect([countInFile('keyhole'), countInFile('doorbell')]).toEqual([0, others]);
  });
});
