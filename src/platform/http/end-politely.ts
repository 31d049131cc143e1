import { finished } from 'node:stream';
import type { Request, Response } from 'express';

/** Nobody may send more; who says that they will is not waited for. */
const MOST_BYTES = 8 * 1_048_576;

/**
 * Ends an answer that may come before its request was read. On a connection that stays open Node reads the rest by
 * itself. One that is to be closed is read to the end first: closed with unread bytes it is reset, and a client that is
 * still sending sees a broken pipe in place of the answer.
 */
export function endPolitely(request: Request, response: Response, text: string): void {
  const isReadElsewhere = request.complete || response.shouldKeepAlive;
  if (isReadElsewhere || Number(request.headers['content-length'] ?? 0) > MOST_BYTES) {
    response.end(text);
    return;
  }
  finished(request, () => {
    response.end(text);
  });
  request.resume();
}
