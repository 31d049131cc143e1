import { SystemClock } from './kernel/clock.js';
import { readEnv } from './platform/config/env.js';
import { createLogger } from './platform/observability/logger.js';
import { openStore } from './open-store.js';

/** Brings the configured store up to date and seeds it, as every start does, without starting: `npm run migrate`. */
const config = readEnv(process.env);
const store = await openStore(config, { clock: new SystemClock(), logger: createLogger(config) });
await store.close();
process.stdout.write('The schema is up to date.\n');
