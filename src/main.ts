import { createApp, shutDown } from './app.setup.js';
import { greeting } from './greeting.js';
import { SystemClock } from './kernel/clock.js';
import { PRODUCT } from './kernel/product.js';
import { ConfigError } from './platform/config/config-error.js';
import { readEnv } from './platform/config/env.js';
import { Settings } from './platform/config/settings.js';
import { createLogger } from './platform/observability/logger.js';
import { openWakeups } from './platform/wakeups/open-wakeups.js';
import { serveDocs } from './openapi.js';
import { openStore } from './open-store.js';

const HARD_STOP_MS = 10_000;

async function main(): Promise<void> {
  const config = readEnv(process.env);
  const logger = createLogger(config);
  const clock = new SystemClock();
  const store = await openStore(config, { clock, logger });
  const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`;
  const settings = new Settings(config, publicUrl);
  const wakeups = openWakeups(config.redis, { storeIdentity: store.identity, logger });
  const app = await createApp(config, { settings, database: store.database, wakeups, clock, logger });
  serveDocs(app, publicUrl);
  await app.listen(config.port, config.host);
  process.stdout.write(greeting(config, publicUrl));
  if (config.isTrustedInTheOpen) {
    logger.warn(
      { host: config.host },
      'BOARD_AUTH=trusted on an address that others reach: anyone there may act as anyone',
    );
  }
  if (config.auth === 'token' && config.operatorToken === null) {
    logger.warn({}, 'token mode without an operator: set BOARD_OPERATOR_TOKEN (24 or more characters) and start again');
  }
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping: finishing what was accepted');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    shutDown(app, store).then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${PRODUCT} did not start. ${message}\n`);
  if (!(error instanceof ConfigError) && error instanceof Error && process.env.BOARD_LOG_LEVEL === 'debug') {
    process.stderr.write(`${error.stack ?? ''}\n`);
  }
  process.exit(1);
});
