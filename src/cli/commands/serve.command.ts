import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { PRODUCT_SLUG } from '../../kernel/product.js';
import { dataFolder } from '../local/data-folder.js';

const SETTINGS = `
Settings are environment variables; the README lists them. The ones to know:
  PORT, HOST       where it listens (8660 on 127.0.0.1)
  BOARD_DB_PATH    the file of the embedded store; without it, one in your data folder
  MYSQL_DSN        a MySQL or MariaDB instead: mysql://user:password@host:3306/database`;

/** `gistboard serve`: the service, in this process, until a signal ends it. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the service until Ctrl-C')
    .addHelpText('after', SETTINGS)
    .action(async () => {
      chooseStore();
      await import('../../main.js');
    });
}

/** An installed package has no folder of its own to keep data in; in production the service wants to be told. */
function chooseStore(): void {
  const { MYSQL_DSN, BOARD_DB_PATH, NODE_ENV } = process.env;
  if (MYSQL_DSN !== undefined || BOARD_DB_PATH !== undefined || NODE_ENV === 'production') return;
  const folder = dataFolder(process.env, process.platform, homedir());
  // What a team notes is not for other users of the machine.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  process.env.BOARD_DB_PATH = join(folder, `${PRODUCT_SLUG}.sqlite`);
}
