import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { badRequest } from '../../kernel/problem.js';

/** For the parser of bodies, which would put U+FFFD in the place of what it can't read: refuses the body instead. */
export function requireUtf8(_request: IncomingMessage, _response: ServerResponse, body: Buffer, charset: string): void {
  if (charset.toLowerCase() === 'utf-8' && !isUtf8(body))
    throw badRequest('body', 'is no valid UTF-8; send text in UTF-8');
}
