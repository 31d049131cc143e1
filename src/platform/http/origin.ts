import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Problem } from '../../kernel/problem.js';

/** Probes come by an address of their own; what they see says nothing. */
const OPEN_PATHS = /^\/health\//;
const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
/** The usual Host header, told without parsing a URL. */
const PLAIN_LOOPBACK = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/;

/**
 * Refuses what a web page of another site could send to a service on this machine: a foreign Host (DNS rebinding), a
 * foreign Origin, a cross-site fetch. Allowed are loopback and the host of `publicUrl`.
 */
export function refuseForeignOrigin(publicUrl: string | null): RequestHandler {
  const publicHost = publicUrl === null ? null : new URL(publicUrl).hostname.toLowerCase();
  const isKnown = (host: string): boolean => LOOPBACK_HOSTS.has(host) || host === publicHost;
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (OPEN_PATHS.test(request.path)) {
      next();
      return;
    }
    const { host = '', origin } = request.headers;
    if (!PLAIN_LOOPBACK.test(host) && !isKnown(hostnameOf(`http://${host}`))) {
      throw foreign(
        `The Host header names another service. Ask by 127.0.0.1, or set BOARD_PUBLIC_URL to the address in use.`,
      );
    }
    if (origin !== undefined && !isKnown(hostnameOf(origin))) {
      throw foreign('The Origin header names another site. Pages of other sites may not call this service.');
    }
    if (request.headers['sec-fetch-site'] === 'cross-site') {
      throw foreign('A browser sent this for a page of another site. Pages of other sites may not call this service.');
    }
    next();
  };
}

const foreign = (detail: string): Problem => new Problem('foreign_origin', detail);

const hostnameOf = (text: string): string => (URL.canParse(text) ? new URL(text).hostname.toLowerCase() : '');
