import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { badRequest, Problem } from '../../kernel/problem.js';

export const LINES_TYPE = 'application/x-ndjson';

const PATH = /^\/imports\/[^/?]+\/lines\/?(\?|$)/i;
const MAX_LINES = 2_000;
const LINE_FEED = 0x0a;

/** The only route that takes lines: elsewhere such a body stays unread. */
export const isLinesBody = ({ url = '', headers }: IncomingMessage): boolean =>
  PATH.test(url) && headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === LINES_TYPE;

/** The lines of the body without their ends; the last one may have none. What is no UTF-8 becomes an empty line. */
export const LinesBody = createParamDecorator((_: unknown, context: ExecutionContext): readonly string[] => {
  const { body } = context.switchToHttp().getRequest<Request>() as { readonly body: unknown };
  if (!Buffer.isBuffer(body)) {
    throw new Problem('unsupported_media_type', `Send lines of the export as ${LINES_TYPE}, at most 1 MiB at once.`);
  }
  return linesOf(body);
});

export function linesOf(body: Buffer): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < body.length;) {
    const feed = body.indexOf(LINE_FEED, start);
    const end = feed < 0 ? body.length : feed;
    if (lines.length === MAX_LINES) throw badRequest('body', `holds more than ${MAX_LINES} lines; send it in parts`);
    lines.push(textOf(body.subarray(start, end)));
    start = end + 1;
  }
  if (lines.length === 0) throw badRequest('body', 'is empty; send lines of the export');
  return lines;
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return '';
  }
}
