import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { expect } from '@jest/globals';

export interface RawRequest {
  readonly method?: string;
  /** As it goes over the wire, broken escapes included. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Text and bytes are sent as they are; anything else as JSON. */
  readonly body?: unknown;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends exactly what it is told, on a connection of its own; the generated client would send nothing hostile. */
export function rawRequest(url: string, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const sent = body === undefined || isRaw ? body : JSON.stringify(body);
  const type = sent === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const isLengthSaid = sent !== undefined && headers['transfer-encoding'] === undefined;
    const length = isLengthSaid ? { 'content-length': Buffer.byteLength(sent) } : {};
    const outgoing = request(
      { hostname, port, method, path, agent: false, headers: { ...type, ...length, ...headers } },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        });
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject).end(sent);
  });
}

/** The answer is a whole problem document of this code, and names its request as the header does; answers it. */
export function expectProblem(answer: RawAnswer, status: number, code: string): Readonly<Record<string, unknown>> {
  expect({ status: answer.status, type: answer.headers['content-type']?.split(';')[0], text: answer.text }).toEqual({
    status,
    type: 'application/problem+json',
    text: expect.stringContaining(`"code":"${code}"`),
  });
  const problem = JSON.parse(answer.text) as Readonly<Record<string, unknown>>;
  expect(problem).toMatchObject({
    type: `urn:gistboard:problem:${code}`,
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
    instance: expect.stringMatching(/^\//),
    code,
    requestId: answer.headers['x-request-id'],
  });
  return problem;
}
