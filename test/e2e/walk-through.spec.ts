import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const root = join(import.meta.dirname, '../..');
const SHOWN = /^```sh\nnode scripts\/walk-through\.mjs\n```\n\n```text\n([\s\S]*?)^```$/m;

/** Without what differs from run to run: seconds, days and times. */
const lasting = (text: string): string =>
  text
    .replace(/^ *\d+\.\d s/gm, 'T s')
    .replace(/\b\d+ s left/g, 'N s left')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d\b/g, 'DATE');

describe('the walk-through of two machines', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('runs, and prints what docs/coordination.md shows', async () => {
    const { NODE_OPTIONS: _, MYSQL_DSN: __, BOARD_DB_PATH: ___, ...rest } = process.env;
    const env = { ...rest, ...database.env };
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/walk-through.mjs')], { env });
    const [, shown = ''] = SHOWN.exec(readFileSync(join(root, 'docs/coordination.md'), 'utf8')) ?? [];
    expect(lasting(stdout.trim())).toBe(lasting(shown.trim()));
  }, 300_000);
});
