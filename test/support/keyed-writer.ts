import { createClient } from '../../client/index.js';

/** A write that came to an end: the label that it got, and how often it had to be sent. */
export interface KeptWrite {
  readonly content: string;
  readonly label: string;
  readonly sent: number;
  /** The last answer was that of an earlier sending. */
  readonly isReplayed: boolean;
}

/** What one sending came to: a label, a refusal with 503, or no answer at all. */
export type Sending =
  | { readonly kind: 'stored'; readonly label: string; readonly isReplayed: boolean }
  | { readonly kind: 'refused'; readonly retryAfter: string | null }
  | { readonly kind: 'unanswered' };

/** Sends one FACT under a key made of its text; throws on any answer but 201 and 503. */
export async function sendKeyed(url: string, agent: string, content: string): Promise<Sending> {
  const header = { 'Idempotency-Key': content.replaceAll(' ', '-') };
  const request = { params: { path: { board: 'main' }, header }, body: { notes: [{ type: 'FACT', content }] } };
  const answered = await createClient(url, { agent })
    .POST('/board/{board}/write', request)
    .catch(() => undefined);
  if (answered === undefined) return { kind: 'unanswered' };
  const { data, error, response } = answered;
  if (response.status === 503) return { kind: 'refused', retryAfter: response.headers.get('retry-after') };
  const label = data?.results[0]?.label;
  if (response.status !== 201 || label === undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`);
  return { kind: 'stored', label, isReplayed: response.headers.get('idempotent-replayed') === 'true' };
}
