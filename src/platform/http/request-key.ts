import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { badRequest } from '../../kernel/problem.js';
import type { RequestKey } from './idempotency-keys.repository.js';

const KEY = /^[\x21-\x7E]{1,128}$/;

/** A write as its REST route takes it, whatever surface it came by: so one key means one write on all of them. */
export interface KeyedWrite {
  readonly identity: { readonly workspaceId: number; readonly agent: string } | undefined;
  readonly method: string;
  readonly path: string;
  /** All that makes it the same request beside the path's own place: the whole URL below the host, and the body. */
  readonly url: string;
  readonly body: unknown;
}

/** The request's Idempotency-Key, scoped to who sends it, the method and the path; undefined: it has none. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): RequestKey | undefined => {
  const { headers, identity, method, path, originalUrl, body } = context.switchToHttp().getRequest<Request>();
  return requestKeyOf(headers['idempotency-key'], { identity, method, path, url: originalUrl, body: body as unknown });
});

/** `header`: as Node gives it. Throws `bad_request` where it is malformed. */
export function requestKeyOf(
  header: string | readonly string[] | undefined,
  { identity, method, path, url, body }: KeyedWrite,
): RequestKey | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !KEY.test(header)) {
    throw badRequest('Idempotency-Key', 'must be 1-128 printable ASCII characters without spaces');
  }
  const who = identity === undefined ? [] : [identity.workspaceId, identity.agent];
  return {
    keyDigest: digestOf([who, method, path, header]),
    requestDigest: digestOf([url, body ?? null]),
  };
}

const digestOf = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();
