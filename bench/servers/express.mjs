import { createRequire } from 'node:module';

/** The Express that the service itself runs on. */
export const express = createRequire(createRequire(import.meta.url).resolve('@nestjs/platform-express'))('express');

/** A bare application that answers when it is asked whether it is there, and ends when it is told to. */
export function bareApp() {
  const app = express();
  app.set('etag', false);
  app.get('/', (_request, response) => response.end());
  return app;
}

export function listen(app) {
  const server = app.listen(Number(process.env.PORT), '127.0.0.1');
  process.on('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    process.exit(0);
  });
}
