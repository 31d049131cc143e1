import { PRODUCT_SLUG } from '../../kernel/product.js';
import { boundedText } from '../bounded-text.js';
import { systemCode } from '../system-code.js';

const LIMIT_MS = 5_000;
const MAX_BYTES = 65_536;

/** What answers at a URL. */
export type Found =
  { readonly kind: 'gistboard'; readonly version: string } | { readonly kind: 'other' } | { readonly kind: 'nothing' };

/** Asks who is there; never rejects. What takes the connection and says no word in 5 s is something else. */
export async function probe(url: string): Promise<Found> {
  let text: string;
  try {
    const response = await fetch(`${url}/health/live`, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    text = await boundedText(response, MAX_BYTES);
  } catch (error) {
    return { kind: isRefused(error) ? 'nothing' : 'other' };
  }
  return foundIn(text);
}

/** Whether a request failed since nobody took the connection. */
export const isRefused = (error: unknown): boolean => systemCode(error) === 'ECONNREFUSED';

/** What the answer of `/health/live` says. */
export function foundIn(text: string): Found {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('service' in answer) || !('version' in answer)) {
      return { kind: 'other' };
    }
    const { service, version } = answer;
    return service === PRODUCT_SLUG && typeof version === 'string' ? { kind: 'gistboard', version } : { kind: 'other' };
  } catch {
    return { kind: 'other' };
  }
}
