import { badRequest, Problem } from '../../kernel/problem.js';

/** The most bytes of a document in UTF-8; all sizes and offsets of documents are counted so. */
export const MAX_ARTIFACT_BYTES = 256 * 1_024;

/** The size of a document in bytes. Throws `bad_request` for what is empty or can't be UTF-8, `too_large`. */
export function contentBytes(content: string): number {
  if (content === '') throw badRequest('content', 'is empty; write the document');
  if (!content.isWellFormed()) throw badRequest('content', 'holds half of a character, which is no UTF-8');
  const bytes = byteCount(content);
  if (bytes <= MAX_ARTIFACT_BYTES) return bytes;
  const message = `has ${bytes} bytes in UTF-8; ${MAX_ARTIFACT_BYTES} are the most`;
  throw new Problem('too_large', `content: ${message}. Write it shorter, or in parts of several kinds.`, {
    errors: [{ path: 'content', message }],
  });
}

export const byteCount = (text: string): number => new TextEncoder().encode(text).length;

/** A document from a byte on. Throws `bad_request` behind its end or in the middle of a character. */
export function contentFrom(content: string, offset: number): string {
  if (offset === 0) return content;
  const bytes = new TextEncoder().encode(content);
  if (offset > bytes.length) throw badRequest('offset', `is behind the end: the document has ${bytes.length} bytes`);
  if (((bytes[offset] ?? 0) & 0xc0) === 0x80)
    throw badRequest('offset', 'is in the middle of a character; take the offset that the answer before gave');
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(offset));
}
