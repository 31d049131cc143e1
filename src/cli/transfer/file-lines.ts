import { CliError } from '../cli-error.js';

/** What the service takes at once. */
export const LONGEST_LINE_BYTES = 1_048_576 - 1;

const LINE_FEED = 0x0a;

/** The lines of a stream, without their ends; the last one may have none. Holds no more than one line and one piece. */
export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 1;
  for await (const piece of source) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED, start)) {
      yield checked(rest.subarray(start, end), number);
      number += 1;
      start = end + 1;
    }
    rest = checked(rest.subarray(start), number);
  }
  if (rest.length > 0) yield rest;
}

function checked(line: Buffer, number: number): Buffer {
  if (line.length <= LONGEST_LINE_BYTES) return line;
  throw new CliError('refused', `Line ${number} is longer than 1 MiB, which no line of an export is.`);
}
