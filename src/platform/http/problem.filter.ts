import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem, type ProblemCode } from '../../kernel/problem.js';
import { problemOfDatabaseError } from '../database/database-errors.js';
import { Logger } from '../observability/logger.js';
import { signals } from '../observability/signals.js';
import { endPolitely } from './end-politely.js';
import { problemDocument } from './problem-document.js';
import { PROBLEM_TYPES } from './problem-types.js';

/** Turns every error into a problem document; what nobody foresaw is logged and answers a bare 500. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** Also called by Express for errors that never reach Nest, such as a body that is no JSON. */
  answer(error: unknown, request: Request, response: Response): void {
    const { requestId } = request;
    const problem = problemOf(problemOfHttpError(error, request) ?? error, { logger: this.logger, requestId });
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (problem.extras.retryAfterS !== undefined) response.setHeader('Retry-After', String(problem.extras.retryAfterS));
    if (problem.code === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
    response.status(PROBLEM_TYPES[problem.code].status);
    response.setHeader('Content-Type', 'application/problem+json');
    endPolitely(request, response, JSON.stringify(problemDocument(problem, request)));
  }
}

/** Nobody's business but the log's and the counter's: they are not stored. */
const DENIALS: ReadonlySet<ProblemCode> = new Set([
  'unauthenticated',
  'forbidden',
  'foreign_origin',
  'too_many_requests',
]);

/** What an error means for the one who asked: counted, and logged where it is more than a refusal. */
export function problemOf(error: unknown, { logger, requestId }: { logger: Logger; requestId: string }): Problem {
  const known = error instanceof Problem ? error : problemOfDatabaseError(error);
  if (known === undefined) logger.error({ requestId, err: error }, 'unforeseen error');
  else if (known.extras.cause !== undefined) {
    logger.warn({ requestId, code: known.code, err: known.extras.cause }, known.detail);
  }
  if (known !== undefined && DENIALS.has(known.code)) logger.info({ requestId, code: known.code }, 'denied');
  const problem = known ?? new Problem('internal', 'An unforeseen error; the log has it under this requestId.');
  signals.refusal.send({ code: problem.code });
  return problem;
}

const BODY_TOO_LARGE =
  'The body is larger than 1 MiB (1,048,576 bytes). Send less at once, or shorter texts; a control character takes 6 bytes of JSON.';

/** Errors of Express, its body parser and Nest's router, told apart by the status that they carry. */
function problemOfHttpError(error: unknown, request: Request): Problem | undefined {
  const status = statusOf(error);
  if (status === 413) return new Problem('too_large', BODY_TOO_LARGE);
  if (status === 415)
    return new Problem('unsupported_media_type', 'Send the body as JSON in UTF-8 (application/json).');
  if (status === 404) return new Problem('no_such_route', `There is no ${request.method} ${request.path}. See /docs.`);
  if (status === 400) return new Problem('bad_request', `The request can not be read: ${messageOf(error)}.`);
  return undefined;
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (error instanceof URIError) return 400;
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined;
}

/** The parser's words, without what it quotes of the body: that may be a secret. */
const messageOf = (error: unknown): string =>
  error instanceof SyntaxError
    ? 'the body is no valid JSON'
    : error instanceof Error && /^Failed to decode param/.test(error.message)
      ? 'the path has a "%" that starts no percent-escape'
      : 'its body or its headers are broken';
