import { requestKeyOf } from '../platform/http/request-key.js';
import type { Connection } from './connection.js';

/** The Idempotency-Key of the write that a call makes, scoped as its REST route would scope it. */
export const writeKey = (
  { idempotencyKey, caller }: Connection,
  write: { readonly method?: 'POST' | 'PUT'; readonly path: string; readonly body: object },
) =>
  requestKeyOf(idempotencyKey, {
    identity: caller,
    method: write.method ?? 'POST',
    path: write.path,
    url: write.path,
    body: write.body,
  });
