import { createHash } from 'node:crypto';
import { PRODUCT_SLUG } from '../../kernel/product.js';
import type { RedisTarget } from '../config/redis-url.js';
import type { Logger } from '../observability/logger.js';
import { InProcessWakeups } from './in-process.js';
import { RedisWakeups } from './redis.js';
import type { Wakeups } from './wakeups.js';

/** Several installations may use one Redis; the name of a channel tells nothing of what it is made from. */
export const channelOf = (storeIdentity: string): string =>
  `${PRODUCT_SLUG}:${createHash('sha256').update(storeIdentity).digest('hex').slice(0, 32)}:heads`;

/** Through Redis where there is one. Waits for nothing: it may be away, now and later. */
export const openWakeups = (
  redis: RedisTarget | null,
  { storeIdentity, logger }: { readonly storeIdentity: string; readonly logger: Logger },
): Wakeups =>
  redis === null
    ? new InProcessWakeups()
    : new RedisWakeups({ target: redis, channel: channelOf(storeIdentity), logger });
