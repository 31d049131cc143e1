import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hostile } from './hostile.js';
import { rawRequest } from './raw-request.js';

/** Nothing may take longer to be answered. */
export const ANSWER_LIMIT_MS = 5_000;
const BETWEEN_PARTS_MS = 10;

/** What came of it: a status for each answer; 0: the connection was closed without one. */
export async function sendHostile(url: string, request: Hostile): Promise<readonly number[]> {
  const limit = new AbortController();
  const tooLong = pause(ANSWER_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`no answer within ${ANSWER_LIMIT_MS} ms`);
  });
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([
      request.kind === 'bytes' ? sendBytes(url, request.parts) : sendWhole(url, request),
      tooLong,
    ]);
  } finally {
    limit.abort();
  }
}

async function sendWhole(url: string, { method, path, headers, body }: Hostile & { kind: 'request' }) {
  const { status } = await rawRequest(url, { method, path, headers, ...(body === undefined ? {} : { body }) });
  return [status];
}

/** Sends the parts one after the other, says that there is no more, and waits until the service has closed too. */
function sendBytes(url: string, parts: readonly string[]): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const { port, hostname } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    let heard = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk));
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      const statuses = [...heard.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
      resolve(statuses.length === 0 ? [0] : statuses);
    });
    void (async () => {
      for (const part of parts) {
        if (socket.writable) socket.write(part, 'latin1');
        if (parts.length > 1) await pause(BETWEEN_PARTS_MS);
      }
      if (socket.writable) socket.end();
    })();
  });
}
