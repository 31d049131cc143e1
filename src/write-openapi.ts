import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { createApp } from './app.setup.js';
import { SystemClock } from './kernel/clock.js';
import { ToolsService } from './mcp/tools.service.js';
import { openApiDocument } from './openapi.js';
import { readEnv } from './platform/config/env.js';
import { Settings } from './platform/config/settings.js';
import { Database, dataSourceOptions } from './platform/database/database.js';
import { createLogger } from './platform/observability/logger.js';
import { InProcessWakeups } from './platform/wakeups/in-process.js';
import { schema } from './schema.js';

/** Writes openapi.json and tools.json, or with `--check` fails where they differ from the code. Opens no database. */
async function main(): Promise<void> {
  const config = readEnv({ BOARD_LOG_LEVEL: 'silent' });
  const unopened = new DataSource(dataSourceOptions(config.database, schema, 'writer'));
  const app = await createApp(config, {
    settings: new Settings(config, 'http://127.0.0.1:8660'),
    database: new Database(config.database, unopened, unopened, schema.refusedChanges),
    wakeups: new InProcessWakeups(),
    clock: new SystemClock(),
    logger: createLogger(config),
  });
  const isCheck = process.argv.includes('--check');
  write('openapi.json', openApiDocument(app), isCheck);
  write('tools.json', app.get(ToolsService).catalogue, isCheck);
}

function write(file: string, content: object, isCheck: boolean): void {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  if (!isCheck) {
    writeFileSync(file, text);
    return;
  }
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  process.stderr.write(
    `${file} differs from the code. Run "npm run openapi" and "npm run client", look at the difference, commit it.\n`,
  );
  process.exitCode = 1;
}

await main();
