import type { AddressInfo } from 'node:net';
import { createClient, type GistboardClient } from '../../client/index.js';
import { createApp, shutDown } from '../../src/app.setup.js';
import { openStore } from '../../src/open-store.js';
import { serveDocs } from '../../src/openapi.js';
import { readEnv } from '../../src/platform/config/env.js';
import { Settings } from '../../src/platform/config/settings.js';
import type { Database } from '../../src/platform/database/database.js';
import { createLogger } from '../../src/platform/observability/logger.js';
import { openWakeups } from '../../src/platform/wakeups/open-wakeups.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { FixedClock } from './fixed-clock.js';

/** A whole service in this process, on a free port of loopback, with a store of its own and a clock that stands. */
export interface TestService {
  readonly url: string;
  readonly clock: FixedClock;
  readonly store: TestDatabase;
  /** For looking behind the service; tests of rules go through HTTP. */
  readonly database: Database;
  /** The generated client, calling as this agent (trusted mode). */
  as(agent: string): GistboardClient;
  withToken(token: string): GistboardClient;
  /** Stops it and keeps the store. */
  stop(): Promise<void>;
  /** Stops it and drops the store. */
  close(): Promise<void>;
}

export interface TestServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: FixedClock;
  /** A store that is there already: a restart, or a second replica. */
  readonly store?: TestDatabase;
}

export async function startService(options: TestServiceOptions = {}): Promise<TestService> {
  const store = options.store ?? (await createTestDatabase());
  const clock = options.clock ?? new FixedClock();
  const config = readEnv({ BOARD_LOG_LEVEL: 'silent', PORT: '0', ...store.env, ...options.env });
  const logger = createLogger(config);
  const opened = await openStore(config, { clock, logger });
  const settings = new Settings(config, config.publicUrl ?? 'http://127.0.0.1:8660');
  const wakeups = openWakeups(config.redis, { storeIdentity: opened.identity, logger });
  const app = await createApp(config, { settings, database: opened.database, wakeups, clock, logger });
  serveDocs(app, settings.publicUrl);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const stop = (): Promise<void> => shutDown(app, opened);
  return {
    url,
    clock,
    store,
    database: opened.database,
    as: (agent) => createClient(url, { agent }),
    withToken: (token) => createClient(url, { token }),
    stop,
    close: async () => {
      await stop();
      await store.drop();
    },
  };
}
