/** What is kept of a file at once; all but its last piece have this size. */
export const PIECE_BYTES = 256 * 1_024;

/** How many pieces a file of this size has. */
export const pieceCount = (bytes: number): number => Math.ceil(bytes / PIECE_BYTES);

/** Bytes cut into pieces of `PIECE_BYTES`, the last one shorter; holds no more than one of them and what came last. */
export async function* piecesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    size += chunk.length;
    while (size >= PIECE_BYTES) {
      const all = Buffer.concat(parts);
      yield all.subarray(0, PIECE_BYTES);
      parts = [all.subarray(PIECE_BYTES)];
      size -= PIECE_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(parts);
}
