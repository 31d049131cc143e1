const EVERY_MS = 250;

/** How far something is, on one line of a terminal that is written again and again; elsewhere nothing. */
export class Progress {
  #shownAt = 0;
  #isShown = false;

  constructor(private readonly stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr) {}

  show(done: number, total: number | null): void {
    if (!this.stream.isTTY || performance.now() - this.#shownAt < EVERY_MS) return;
    this.#shownAt = performance.now();
    this.#isShown = true;
    this.stream.write(
      `\r\u001B[K${done.toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`} entries`,
    );
  }

  /** Takes the line away: what follows says more. */
  end(): void {
    if (this.#isShown) this.stream.write('\r\u001B[K');
    this.#isShown = false;
  }
}
