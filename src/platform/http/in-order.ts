import type { RequestHandler } from 'express';

/** One handler that runs several, each when the one before it calls `next`: a router's way to each costs more than most do. */
export function inOrder(...handlers: readonly RequestHandler[]): RequestHandler {
  return (request, response, done) => {
    const runFrom = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) {
        done();
        return;
      }
      void handler(request, response, (error?: unknown) => {
        if (error === undefined) runFrom(index + 1);
        else done(error);
      });
    };
    runFrom(0);
  };
}
