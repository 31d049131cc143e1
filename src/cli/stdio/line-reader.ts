import type { RequestId } from '@modelcontextprotocol/server';
import { TooLongLine } from './too-long-line.js';

const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines. A line over the limit is left out, not kept. */
export class LineReader {
  #parts: Uint8Array[] = [];
  #size = 0;
  #tooLong: TooLongLine | undefined;

  /** `onTooLong` is told whose request it was, where that can be told. */
  constructor(
    private readonly maxBytes: number,
    private readonly onTooLong: (id: RequestId | undefined) => void,
  ) {}

  /** The lines that end in this chunk, in order; bytes that are no UTF-8 become U+FFFD. */
  push(chunk: Uint8Array): readonly string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      lines.push(...this.#take());
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What stands behind the last end of a line, where there is anything. */
  end(): readonly string[] {
    return this.#size === 0 ? [] : this.#take();
  }

  #keep(part: Uint8Array): void {
    this.#size += part.byteLength;
    if (this.#size <= this.maxBytes) {
      if (part.byteLength > 0) this.#parts.push(part);
      return;
    }
    this.#tooLong ??= new TooLongLine();
    for (const each of [...this.#parts, part]) this.#tooLong.push(each);
    this.#parts = [];
  }

  #take(): readonly string[] {
    const tooLong = this.#tooLong;
    const line = Buffer.concat(this.#parts).toString('utf8').replace(/\r$/, '');
    this.#parts = [];
    this.#size = 0;
    this.#tooLong = undefined;
    if (tooLong === undefined) return [line];
    this.onTooLong(tooLong.requestId);
    return [];
  }
}
