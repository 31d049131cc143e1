import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 120_000;

/** How to end what is running now, kept from before it starts: an interrupted test run leaves nothing behind. */
export const endings = new Set();

/** As a production server would give it: a plain user with a password. Root without one hides missing rights. */
export const ACCOUNT_SQL = [
  'CREATE DATABASE test;',
  "CREATE USER 'app'@'%' IDENTIFIED BY 'app-secret';",
  "GRANT ALL ON `test`.* TO 'app'@'%';",
  "GRANT ALL ON `test\\_%`.* TO 'app'@'%';",
  '',
].join('\n');

export const dsnAt = (port) => `mysql://app:app-secret@127.0.0.1:${port}/test`;

/** Waits until the account can log in, while `isAlive()`. Resolves to the server's version; throws at the limit. */
export async function waitUntilReady(dsn, isAlive) {
  const { createConnection } = await import('mysql2/promise');
  const giveUpAtMs = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      const connection = await createConnection(dsn);
      const [[row]] = await connection.query('SELECT VERSION() AS version');
      await connection.end();
      return row.version;
    } catch (error) {
      if (!isAlive()) throw new Error('the server ended while it started');
      if (Date.now() > giveUpAtMs) throw error;
    }
    await sleep(200);
  }
}
