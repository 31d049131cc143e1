import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { missingRefusals, refuseChanges } from '../../src/platform/database/append-only.js';
import type { Database } from '../../src/platform/database/database.js';
import { durabilityOf } from '../../src/platform/database/durability.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { type BareStore, createBareStore } from '../support/bare-store.js';
import { isOnMysql } from '../support/database-kind.js';

const OPEN = 1;
const HIDDEN = 2;
const AT = '2026-11-30 12:00:00.000';

let store: BareStore;
let database: Database;
/** Some databases do not let a plain user make triggers; then nothing is refused, and that is said. */
let isEnforced: boolean;
beforeEach(async () => {
  store = await createBareStore();
  database = await store.open();
  await migrate(database, () => refuseChanges(database));
  isEnforced = (await missingRefusals(database)).length === 0;
  for (const boardId of [OPEN, HIDDEN]) {
    const board = `INSERT INTO board (id, workspace_id, slug, head_seq, created_at) VALUES (?, ?, 'b', 0, '${AT}')`;
    await run(board, [boardId, boardId === HIDDEN ? 0 : 1]);
    await run(
      `INSERT INTO artifact_version VALUES (?, 'spec', '', 1, 'd', 1, 'text/plain', 'a', 'a', 1, '[]', 1, '${AT}')`,
      [boardId],
    );
    await run("INSERT INTO artifact_body VALUES (?, 'spec', '', 1, 'text')", [boardId]);
  }
});
afterEach(() => store.drop());

const run = (sql: string, values: readonly unknown[] = []): Promise<unknown> => database.writer.query(sql, [...values]);
/** Whether the database lets a change of these rows happen; it is taken back in any case. */
function isLet(sql: string, boardId: number): Promise<boolean> {
  return isRun(`${sql} WHERE board_id = ?`, boardId);
}
async function isRun(sql: string, boardId: number): Promise<boolean> {
  const runner = database.writer.createQueryRunner();
  await runner.startTransaction();
  const failure = await runner.query(sql, [boardId]).then(
    () => '',
    (error: unknown) => String(error),
  );
  await runner.rollbackTransaction();
  await runner.release();
  if (failure !== '') expect(failure).toContain('append-only');
  return failure === '';
}

describe('versions of artifacts in the database', () => {
  it('are refused every change, and so are their texts while the goal is open', async () => {
    if (!isOnMysql) expect(isEnforced).toBe(true);
    for (const table of ['artifact_version', 'artifact_body']) {
      expect(await isLet(`UPDATE ${table} SET version = 2`, OPEN)).toBe(!isEnforced);
      expect(await isLet(`DELETE FROM ${table}`, OPEN)).toBe(!isEnforced);
    }
  });

  it('are not replaced by a row of the same key, and others are added', async () => {
    for (const by of isOnMysql ? ['REPLACE'] : ['REPLACE', 'INSERT OR REPLACE']) {
      const forged = (version: number) => ({
        artifact_version: `${by} INTO artifact_version VALUES (?, 'spec', '', ${version}, 'forged', 1, 'text/plain', 'a', 'a', 1, '[]', 1, '${AT}')`,
        artifact_body: `${by} INTO artifact_body VALUES (?, 'spec', '', ${version}, 'forged')`,
      });
      for (const sql of Object.values(forged(1))) expect(await isRun(sql, OPEN)).toBe(!isEnforced);
      for (const sql of Object.values(forged(2))) expect(await isRun(sql, OPEN)).toBe(true);
    }
  });

  it('can be taken away with an import that nobody can see', async () => {
    for (const table of ['artifact_version', 'artifact_body'])
      expect([await isLet(`DELETE FROM ${table}`, HIDDEN), await isLet(`DELETE FROM ${table}`, OPEN)]).toEqual([
        true,
        !isEnforced,
      ]);
  });

  it('lose their texts once the goal is closed, and stay themselves', async () => {
    await run(`INSERT INTO board_goal (board_id, goal, state, declared_seq) VALUES (${OPEN}, 'g', 'closed', 1)`);
    expect(await isLet('DELETE FROM artifact_body', OPEN)).toBe(true);
    expect(await isLet('DELETE FROM artifact_version', OPEN)).toBe(!isEnforced);
    expect(await isLet('UPDATE artifact_body SET version = 2', OPEN)).toBe(!isEnforced);
  });

  it('are told to be unprotected where the database does not let us protect them', async () => {
    const { settings } = await durabilityOf(database);
    // A REPLACE of MySQL is a DELETE to its triggers.
    const needed = isOnMysql ? 4 : 6;
    const own = settings.find(({ name }) => name === 'append-only triggers');
    expect(own?.value).toBe(`${isEnforced ? needed : 0} of ${needed}`);
    expect(own?.risk ?? '').toMatch(isEnforced ? /^$/ : /log_bin_trust_function_creators/);
  });

  it('are protected again by a later start', async () => {
    if (isEnforced) await run('DROP TRIGGER artifact_body_update');
    await refuseChanges(database);
    expect((await missingRefusals(database)).length === 0).toBe(isEnforced);
  });
});
