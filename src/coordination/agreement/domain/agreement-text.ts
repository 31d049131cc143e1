import { badRequest, Problem } from '../../../kernel/problem.js';
import { redactSecrets } from '../../../kernel/secrets.js';
import { codePointCount, normaliseBlock } from '../../../kernel/text.js';

/** Code points, after normalising. */
export const MAX_PROPOSAL = 4_000;
export const MAX_REASON = 1_000;

/** A text of several lines as it is kept: normalised, secrets redacted. Throws `bad_request` (empty) or `too_large`. */
export function agreementText(path: 'text' | 'reason', text: string): string {
  const limit = path === 'text' ? MAX_PROPOSAL : MAX_REASON;
  // Much more than that can't become short enough, and need not be normalised to find that out.
  const kept = text.length > 8 * limit ? text : normaliseBlock(text).trim();
  if (kept === '') throw badRequest(path, path === 'text' ? 'is empty; say what is proposed' : 'is empty; say why');
  const length = codePointCount(kept);
  if (length <= limit) return redactSecrets(kept).text;
  const advice = path === 'text' ? 'Write a gist with a detail, and name its label.' : 'Say the rest by post.';
  throw new Problem('too_large', `${path}: has ${length} characters; ${limit} are the most. ${advice}`, {
    errors: [{ path, message: `must be at most ${limit} characters` }],
  });
}
