import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { createApp } from '../../src/app.setup.js';
import { readEnv } from '../../src/platform/config/env.js';
import { Settings } from '../../src/platform/config/settings.js';
import { Database, dataSourceOptions } from '../../src/platform/database/database.js';
import { createLogger } from '../../src/platform/observability/logger.js';
import { InProcessWakeups } from '../../src/platform/wakeups/in-process.js';
import { schema } from '../../src/schema.js';
import { FixedClock } from './fixed-clock.js';

/** The whole application as it is put together, without a database: for looking at its routes. */
export async function createUnopenedApp(): Promise<NestExpressApplication> {
  const config = readEnv({ BOARD_LOG_LEVEL: 'silent' });
  const unopened = new DataSource(dataSourceOptions(config.database, schema, 'writer'));
  return createApp(config, {
    settings: new Settings(config, 'http://127.0.0.1:8660'),
    database: new Database(config.database, unopened, unopened, schema.refusedChanges),
    wakeups: new InProcessWakeups(),
    clock: new FixedClock(),
    logger: createLogger(config),
  });
}
