import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { AppModule } from './app.module.js';
import { AdmissionService } from './auth/admission.service.js';
import { identifyFirst } from './auth/identity.guard.js';
import { contractOf } from './openapi.js';
import { ToolsService } from './mcp/tools.service.js';
import type { Config } from './platform/config/env.js';
import { AnswerAdapter } from './platform/http/answer.js';
import { closeIdleConnections, watchConnections } from './platform/http/close-connections.js';
import { refuseHead } from './platform/http/head.js';
import { inOrder } from './platform/http/in-order.js';
import { isLinesBody } from './platform/http/lines-body.js';
import { refuseForeignOrigin } from './platform/http/origin.js';
import { refuseOverload } from './platform/http/overload.js';
import { ProblemFilter } from './platform/http/problem.filter.js';
import { requestLog } from './platform/http/request-log.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { requireUtf8 } from './platform/http/utf8.js';
import { boundBody, validationPipe } from './platform/http/validation.js';
import { NestLogger } from './platform/observability/logger.js';
import type { PlatformParts } from './platform/platform.module.js';
import { Wakeups } from './platform/wakeups/wakeups.js';

const BODY_LIMIT = '1mb';
const KEEP_ALIVE_MS = 75_000;

/** The application as it runs, in production and in every e2e test alike; not listening yet. */
export async function createApp(
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  parts: PlatformParts,
): Promise<NestExpressApplication> {
  const logger = new NestLogger(parts.logger);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(parts), new AnswerAdapter(), {
    bodyParser: false,
    logger,
  });
  const filter = new ProblemFilter(parts.logger);
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.use(
    inOrder(
      requestLog(parts.logger),
      securityHeaders(),
      refuseForeignOrigin(config.publicUrl),
      refuseOverload(),
      refuseHead,
    ),
  );
  app.use('/mcp', identifyFirst(app.get(AdmissionService)));
  // A value of its own: the parser knows `verify`, Nest's type of its options doesn't.
  const json = {
    limit: BODY_LIMIT,
    strict: true,
    type: ['application/json', 'application/*+json'],
    verify: requireUtf8,
  };
  app.useBodyParser('json', json);
  app.useBodyParser('raw', { limit: BODY_LIMIT, type: isLinesBody });
  app.use(boundBody);
  // Errors of the middleware above never reach Nest.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    filter.answer(error, request, response);
  });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(filter);
  app.get(ToolsService).describe(() => contractOf(app));
  const server = app.getHttpServer();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.headersTimeout = KEEP_ALIVE_MS + 5_000;
  watchConnections(server);
  return app;
}

/** Stops taking requests, finishes those that were taken, tells the other processes, and lets go of the store. */
export async function shutDown(app: NestExpressApplication, store: { close(): Promise<void> }): Promise<void> {
  const stop = closeIdleConnections(app.getHttpServer());
  try {
    await app.close();
  } finally {
    stop();
    app.get(Wakeups).close();
    await store.close();
  }
}
