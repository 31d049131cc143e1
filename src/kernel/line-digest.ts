import { createHash } from 'node:crypto';

/** The digest of no lines. */
export const NO_LINES = '';

/**
 * The digest of lines and one more behind them: SHA-256, in hex, of the digest so far and the line without its end.
 * Unlike a hash in the making it can be written down between two lines, and so goes on in another process.
 */
export const digestWith = (before: string, line: string): string =>
  createHash('sha256').update(before).update(line).digest('hex');
