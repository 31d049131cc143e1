import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** What answers with pages that a browser shows. */
const PAGES = /^\/(docs|openapi\.)/;
/** An answer that no browser shows: it must not be taken for a page, framed, or read by another site. */
const OF_AN_ANSWER = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
] as const;

/** Pages get all of helmet's headers; an answer gets those that mean something for it. */
export function securityHeaders(): RequestHandler {
  const pages = helmet({
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
  return (request, response, next) => {
    if (PAGES.test(request.path)) {
      pages(request, response, next);
      return;
    }
    for (const [name, value] of OF_AN_ANSWER) response.setHeader(name, value);
    next();
  };
}
