import type { Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';

/** What a write answers: its status is part of it, since it may be stored and given again. */
export class Answer<T> {
  constructor(
    readonly status: number,
    readonly body: T,
    /** An earlier request's answer, given again under its Idempotency-Key. */
    readonly isReplayed = false,
  ) {}
}

/** Connections that may wait to be accepted. Of more the system hears nothing until they try again, seconds later. */
const BACKLOG = 4_096;

/**
 * Sends what controllers return. An interceptor could unwrap answers too, but then each request, reads as well, would
 * pay for a chain of observables; and Express's own way to send JSON does what nobody here asks for.
 */
export class AnswerAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof Answer) return sendAnswer(response, body);
    if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype) {
      return super.reply(response, body, statusCode) as unknown;
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    return sendJson(response, body);
  }

  /** As Node listens, whose own backlog of 511 is less than a thousand agents that come back at once. */
  override listen(port: string | number, hostname?: string | (() => void), callback?: () => void): Server {
    if (typeof hostname !== 'string') return super.listen(port, hostname);
    return this.httpServer.listen(Number(port), hostname, BACKLOG, callback);
  }
}

function sendAnswer(response: Response, { status, body, isReplayed }: Answer<unknown>): unknown {
  response.statusCode = status;
  if (isReplayed) response.setHeader('Idempotent-Replayed', 'true');
  if (status < 400) return sendJson(response, body);
  // A stored refusal becomes a problem document of the request that asked again.
  const { path, requestId } = response.req;
  response.setHeader('Content-Type', 'application/problem+json');
  return sendJson(response, { ...(body as object), instance: path, requestId });
}

function sendJson(response: Response, body: unknown): unknown {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  // Answers are of one moment and one caller, and some reads move a cursor.
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  return response.end(JSON.stringify(body));
}
