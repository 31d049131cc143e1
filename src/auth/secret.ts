import { createHash, randomBytes } from 'node:crypto';

/** What begins the text of a token, and of an invite's code. */
export type SecretStart = 'gbt_' | 'gbi_';

/** A secret that is shown once. */
export interface Secret {
  readonly text: string;
  /** SHA-256 of the text: all that is stored, with the prefix. */
  readonly digest: Buffer;
  /** Enough of the text to tell secrets apart, and far too little to guess the rest. */
  readonly prefix: string;
}

const PREFIX_LENGTH = 12;

/** What is stored of a secret, and compared: its SHA-256. */
export const secretDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function newSecret(start: SecretStart): Secret {
  const text = start + randomBytes(32).toString('base64url');
  return { text, digest: secretDigest(text), prefix: text.slice(0, PREFIX_LENGTH) };
}
