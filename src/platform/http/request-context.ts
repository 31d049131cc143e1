import type { Request } from 'express';

/** What the service learns about a request while it goes through; one place for all of it. */
declare module 'express-serve-static-core' {
  interface Request {
    /** Names this request in answers and logs. */
    requestId: string;
    /** Nanoseconds of the monotonic clock at arrival. */
    arrivedAt: bigint;
  }
}

/** The route as the code declares it (`/board/:board/write`), so that logs and metrics hold no names of boards. */
export function routeOf(request: Request): string {
  const route: unknown = request.route;
  return typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'none';
}
