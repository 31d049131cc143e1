import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../../kernel/problem.js';

/** Reads that leave a trace (what they answer counts as shown, or as under way) or have no end. */
const TRACED_PATHS = /^\/(snapshot|pending\/|board\/[^/]+\/(events|export)\/?$)/i;

/** Express answers HEAD with GET's handler; where reading is more than an answer, one without a body must not. */
export function refuseHead(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'HEAD' && TRACED_PATHS.test(request.path)) {
    response.setHeader('Allow', 'GET');
    throw new Problem('method_not_allowed', 'This route takes GET: what it answers counts as shown, or is a stream.');
  }
  next();
}
