import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../observability/logger.js';
import { signals } from '../observability/signals.js';
import { routeOf } from './request-context.js';

const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** Gives each request its id (a caller's own, if it is one) and writes one line when the answer is out or cut off. */
export function requestLog(logger: Logger): RequestHandler {
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = request.headers['x-request-id'];
    request.requestId = typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
    request.arrivedAt = process.hrtime.bigint();
    response.setHeader('X-Request-Id', request.requestId);
    response.once('close', () => {
      const seconds = Number(process.hrtime.bigint() - request.arrivedAt) / 1e9;
      const { method, requestId } = request;
      const route = routeOf(request);
      const status = response.statusCode;
      signals.request.send({ method, route, status, seconds });
      const line = { requestId, method, route, status, ip: request.ip, ms: seconds * 1_000 };
      logger.request(response.writableFinished ? line : { ...line, cut: true });
    });
    next();
  };
}
