// `node scripts/walk-through.mjs`: two people on two machines share a board. Starts `gistboard serve` in token mode on an
// empty database: that of MYSQL_DSN or BOARD_DB_PATH where one is set, else one of our own on the MySQL or MariaDB that
// the tests find. Each person has a home folder, a project and a token of their own. All of it is real; secrets, folders
// and the port are hidden in what is printed. Needs a build.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runAsCommand, SetupError } from './lib/ensure.mjs';
import { screen } from './lib/screen.mjs';
import { openDatabase } from './lib/test-databases.mjs';
import { startService } from './lib/throwaway-service.mjs';
import { Machine } from './walk-through/machine.mjs';
import { shareBoard } from './walk-through/story.mjs';

await runAsCommand(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-walk-'));
  const store = await openStore();
  const operatorToken = `gbt_${randomBytes(32).toString('base64url')}`;
  const service = await startService({
    ...store.env,
    BOARD_AUTH: 'token',
    BOARD_OPERATOR_TOKEN: operatorToken,
    BOARD_MEMBERS_JSON: '{}',
  });
  const machines = [];
  try {
    const print = screen([
      [/gbt_[\w-]+/g, 'gbt_...'],
      [/gbi_[\w-]+/g, 'gbi_...'],
      [service.url, 'http://127.0.0.1:8660'],
      [new URL(service.url).host, '127.0.0.1:8660'],
      [`127.0.0.1_${new URL(service.url).port}`, '127.0.0.1_8660'],
      [root, '/opt/gistboard'],
      [folder, ''],
    ]);
    const machineOf = (person, env = {}) => {
      const machine = new Machine(person, { folder, print, env: { GISTBOARD_URL: service.url, ...env } });
      machines.push(machine);
      return machine;
    };
    await shareBoard({
      operator: machineOf('operator', { GISTBOARD_TOKEN: operatorToken }),
      alice: machineOf('alice'),
      bob: machineOf('bob'),
    });
    return 0;
  } finally {
    for (const machine of machines) await machine.leave();
    await service.stop();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** An empty database: {env, drop()}. */
async function openStore() {
  const { MYSQL_DSN, BOARD_DB_PATH } = process.env;
  if (MYSQL_DSN !== undefined) return { env: { MYSQL_DSN }, drop: async () => {} };
  if (BOARD_DB_PATH !== undefined) return { env: { BOARD_DB_PATH }, drop: async () => {} };
  const server = await openDatabase('mysql');
  if (server === undefined) throw new SetupError('Set MYSQL_DSN to an empty database.');
  return { env: { MYSQL_DSN: server.dsn }, drop: async () => server.stop() };
}
