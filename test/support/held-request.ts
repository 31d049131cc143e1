import { once } from 'node:events';
import { request } from 'node:http';

/** A request whose body is held back. */
export interface HeldRequest {
  /** Sends the rest, and resolves with the answer. */
  finish(): Promise<{ readonly status: number; readonly text: string }>;
}

/** Sends the head of a POST and half of its body; resolves once the service has taken the head. */
export async function holdRequest(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: object },
): Promise<HeldRequest> {
  const bytes = Buffer.from(JSON.stringify(body));
  const half = bytes.length >> 1;
  const outgoing = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': bytes.length, expect: '100-continue' },
  });
  const answered = new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    outgoing.on('error', reject).on('response', (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text });
      });
    });
  });
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.write(bytes.subarray(0, half));
  return {
    finish: () => {
      outgoing.end(bytes.subarray(half));
      return answered;
    },
  };
}
