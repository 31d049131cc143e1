import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Problem } from '../../kernel/problem.js';

/** What may be under way at once; past it a request is refused before its body is read. */
export interface OverloadLimits {
  readonly requests: number;
  /** Requests that may be held for a while: they cost memory and nothing else. */
  readonly heldRequests: number;
  /** Bytes of bodies, as declared. */
  readonly bodyBytes: number;
}

export const OVERLOAD_LIMITS: OverloadLimits = {
  requests: 2_000,
  heldRequests: 20_000,
  bodyBytes: 256 * 1_048_576,
};

const HELD_PATHS = /^\/(pending\/|board\/[^/]+\/events\/?$)/i;
const PROBE_PATHS = /^\/(health\/|metrics$)/;
/** What a body without a declared length may grow to. */
const UNDECLARED_BYTES = 1_048_576;

/**
 * Refuses early where too much is under way: waiting in a queue that can't be worked off helps nobody, and what is
 * refused costs next to nothing. Probes always get through.
 */
export function refuseOverload(limits: OverloadLimits = OVERLOAD_LIMITS): RequestHandler {
  let requests = 0;
  let held = 0;
  let bytes = 0;
  return (request: Request, response: Response, next: NextFunction): void => {
    if (PROBE_PATHS.test(request.path)) {
      next();
      return;
    }
    const isHeld = HELD_PATHS.test(request.path);
    const size = declaredBytes(request);
    const isFull =
      (isHeld ? held >= limits.heldRequests : requests >= limits.requests) || bytes + size > limits.bodyBytes;
    if (isFull) throw new Problem('overloaded', 'The service has too much to do. Try again.', { retryAfterS: 1 });
    bytes += size;
    if (isHeld) held += 1;
    else requests += 1;
    response.once('close', () => {
      bytes -= size;
      if (isHeld) held -= 1;
      else requests -= 1;
    });
    next();
  };
}

function declaredBytes({ headers }: Request): number {
  if (headers['transfer-encoding'] !== undefined) return UNDECLARED_BYTES;
  return Math.min(Number(headers['content-length'] ?? 0) || 0, UNDECLARED_BYTES);
}
