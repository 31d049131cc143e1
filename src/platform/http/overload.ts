import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Problem } from '../../kernel/problem.js';
import { type Load, OVERLOAD_LIMITS, type OverloadLimits, UnderWay } from './under-way.js';
import { workOf } from './work.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Gives the places of its work back before it waits, and takes one of those who wait. Throws `overloaded`. */
    becomeHeld?: () => void;
  }
}

const HELD_PATHS = /^\/(pending\/|board\/[^/]+\/(events|wait)\/?$)/i;
const PROBE_PATHS = /^\/(health\/|metrics$)/;
const BOARD_PATHS = /^\/board\/([^/]+)\//i;

/** One for all: what a stack trace costs is a tenth of a refusal. */
const FULL = new Problem('overloaded', 'The service has too much to do. Try again.', { retryAfterS: 1 });

/**
 * Refuses early where too much is under way: waiting in a queue that can't be worked off helps nobody, and what is
 * refused costs next to nothing. Probes always get through.
 */
export function refuseOverload(limits: OverloadLimits = OVERLOAD_LIMITS): RequestHandler {
  const underWay = new UnderWay(limits);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (PROBE_PATHS.test(request.path)) {
      next();
      return;
    }
    let load = loadOf(request);
    if (!underWay.enter(load)) throw FULL;
    response.once('close', () => {
      underWay.leave(load);
    });
    request.becomeHeld = () => {
      if (load.kind === 'held') return;
      if (!underWay.enter({ kind: 'held' })) throw FULL;
      underWay.leave(load);
      load = { kind: 'held' };
    };
    next();
  };
}

function loadOf({ path, headers }: Request): Load {
  const units = workOf(headers);
  if (units > 0) return { kind: 'work', units, board: BOARD_PATHS.exec(path)?.[1]?.toLowerCase() };
  return { kind: HELD_PATHS.test(path) ? 'held' : 'bare' };
}
