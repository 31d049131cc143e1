import { fileNameOf } from '../../../kernel/file-name.js';
import { NAME_ON_BOARD } from '../../../kernel/names.js';
import { badRequest, Problem } from '../../../kernel/problem.js';
import { redactSecrets } from '../../../kernel/secrets.js';

/** The name that a file is kept under. Throws `bad_request`. */
export function checkName(text: string): string {
  const checked = fileNameOf(text);
  if (!checked.isPlain) throw badRequest('file', `has a name that ${checked.fault}; send it under another one`);
  if (redactSecrets(checked.name).text !== checked.name)
    throw badRequest('file', 'has a name that looks like a secret; send it under another one');
  return checked.name;
}

/** Throws `bad_request` where it is no agent's name. */
export function checkAgent(to: string | undefined): string | undefined {
  if (to === undefined || NAME_ON_BOARD.test(to)) return to;
  throw badRequest('to', "must be an agent's name; leave it out for all members");
}

/** The digest that a client announces, in small letters. Throws `bad_request`. */
export function checkDigest(sha256: string | undefined): string | undefined {
  if (sha256 === undefined || /^[0-9a-fA-F]{64}$/.test(sha256)) return sha256?.toLowerCase();
  throw badRequest('sha256', 'must be 64 hex digits');
}

/** Throws `digest_mismatch` where other bytes came than were announced. */
export function requireDigest(
  announced: string | undefined,
  came: { readonly sha256: string; readonly bytes: number },
): void {
  if (announced === undefined || announced === came.sha256) return;
  const message = `is ${announced}, and the ${came.bytes} bytes that came have ${came.sha256}`;
  throw new Problem('digest_mismatch', `sha256: ${message}. Nothing was kept; send it again.`, {
    errors: [{ path: 'sha256', message }],
  });
}
