import { readFileSync, writeFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { createApp } from './app.setup.js';
import { SystemClock } from './kernel/clock.js';
import { openApiDocument } from './openapi.js';
import { readEnv } from './platform/config/env.js';
import { Settings } from './platform/config/settings.js';
import { Database, dataSourceOptions } from './platform/database/database.js';
import { createLogger } from './platform/observability/logger.js';
import { schema } from './schema.js';

const FILE = 'openapi.json';

/** Writes openapi.json, or with `--check` fails where it differs from the code. Needs no database: nothing is opened. */
async function main(): Promise<void> {
  const config = readEnv({ BOARD_LOG_LEVEL: 'silent' });
  const unopened = new DataSource(dataSourceOptions(config.database, schema, 'writer'));
  const app = await createApp(config, {
    settings: new Settings(config, 'http://127.0.0.1:8660'),
    database: new Database(config.database, unopened, unopened),
    clock: new SystemClock(),
    logger: createLogger(config),
  });
  const text = `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(FILE, text);
    return;
  }
  if (readFileSync(FILE, 'utf8') !== text) {
    process.stderr.write(
      `${FILE} differs from the code. Run "npm run openapi" and "npm run client", look at the difference, commit it.\n`,
    );
    process.exitCode = 1;
  }
}

await main();
