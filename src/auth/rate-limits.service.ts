import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { Problem } from '../kernel/problem.js';
import { Settings } from '../platform/config/settings.js';
import { type Identity, isOperator } from './domain/identity.js';
import { type Bucket, takeOne } from './domain/token-bucket.js';

const MAX_REMEMBERED = 10_000;

/**
 * Bounds what one token may ask of one process. It is there for a loop that has gone wrong: no agent that works comes
 * near it. What is held (waits, streams) counts when it starts. Operators ask on behalf of many, and are not bounded.
 */
@Injectable()
export class RateLimitsService {
  readonly #buckets = new Map<number, Bucket>();

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Counts one request; throws `too_many_requests` with the seconds to wait. */
  take(identity: Identity): void {
    const { tokenId } = identity;
    const { ratePerS: perS, rateBurst: burst } = this.settings;
    if (perS === 0 || tokenId === undefined || isOperator(identity)) return;
    const taken = takeOne(this.#buckets.get(tokenId), this.clock.now(), { perS, burst });
    if (!taken.isGranted) {
      const detail = `This token has asked more than ${perS} times a second for a while. Wait, then go on more slowly.`;
      throw new Problem('too_many_requests', detail, { retryAfterS: taken.retryAfterS });
    }
    if (this.#buckets.size >= MAX_REMEMBERED) this.#buckets.clear();
    this.#buckets.set(tokenId, taken.bucket);
  }
}
