import type { Command } from 'commander';
import { localPlace, makeFolder } from '../local/local-place.js';

const SETTINGS = `
Settings are environment variables; the README lists them. The ones to know:
  PORT, HOST       where it listens (GISTBOARD_PORT or 8660, on 127.0.0.1)
  BOARD_DB_PATH    the file of the embedded store; without it, one in your data folder
  MYSQL_DSN        a MySQL or MariaDB instead: mysql://user:password@host:3306/database`;

/** `gistboard serve`: the service, in this process, until a signal ends it. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service until Ctrl-C')
    .addHelpText('after', SETTINGS)
    .action(async () => {
      choosePlace(process.env);
      await import('../../main.js');
    });
}

/** Where nothing says otherwise, it is the service of this machine: the one that commands without a URL look for. */
function choosePlace(env: NodeJS.ProcessEnv): void {
  const place = localPlace(env);
  env.PORT ??= String(place.port);
  // In production the service wants to be told.
  if (env.MYSQL_DSN !== undefined || env.BOARD_DB_PATH !== undefined || env.NODE_ENV === 'production') return;
  makeFolder(place);
  env.BOARD_DB_PATH = place.store;
}
