import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { badRequest } from '../../kernel/problem.js';
import type { RequestKey } from './idempotency-keys.repository.js';

const KEY = /^[\x21-\x7E]{1,128}$/;

/** The request's Idempotency-Key, scoped to who sends it, the method and the path; undefined: it has none. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): RequestKey | undefined =>
  requestKeyOf(context.switchToHttp().getRequest<Request>()),
);

function requestKeyOf(request: Request): RequestKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw badRequest('Idempotency-Key', 'must be 1-128 printable ASCII characters without spaces');
  }
  const who = request.identity === undefined ? [] : [request.identity.workspaceId, request.identity.agent];
  return {
    keyDigest: digestOf([who, request.method, request.path, key]),
    requestDigest: digestOf([request.originalUrl, request.body ?? null]),
  };
}

const digestOf = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();
