const NEWLINE = 0x0a;

/** Cuts a stream of bytes into lines. A line over the limit is left out, not kept. */
export class LineReader {
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly onTooLong: () => void,
  ) {}

  /** The lines that end in this chunk, in order; bytes that are no UTF-8 become U+FFFD. */
  push(chunk: Uint8Array): readonly string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = this.#take();
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return lines;
  }

  #keep(part: Uint8Array): void {
    this.#size += part.byteLength;
    if (this.#size > this.maxBytes) this.#parts = [];
    else if (part.byteLength > 0) this.#parts.push(part);
  }

  #take(): string | undefined {
    const isTooLong = this.#size > this.maxBytes;
    const line = isTooLong ? undefined : Buffer.concat(this.#parts).toString('utf8').replace(/\r$/, '');
    this.#parts = [];
    this.#size = 0;
    if (isTooLong) this.onTooLong();
    return line;
  }
}
