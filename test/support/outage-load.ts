import { createClient } from '../../client/index.js';
import { type Sending, sendKeyed } from './keyed-writer.js';
import { until } from './until.js';

export const WRITERS = 16;
const READERS = 4;
/** Two commits that wait to their deadline, one behind the other, and something for a busy machine. */
const ANSWERED_WITHIN_MS = 45_000;

/** Writers and readers that go on through an outage, until they are told to stop. */
export class OutageLoad {
  /** Every write by its text: what each sending came to, in order. */
  readonly sendings = new Map<string, Sending[]>();
  readonly readStatuses = new Map<number, number>();
  /** Statuses of refusals without a Retry-After, answers that took too long, and reads that were wrong. */
  readonly faults: string[] = [];
  stored = 0;
  #isStopping = false;
  readonly #running: Promise<unknown>;

  constructor(
    private readonly url: string,
    private readonly name: string,
  ) {
    this.#running = Promise.all([
      ...Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)),
      ...Array.from({ length: READERS }, (_, reader) => this.#read(reader)),
    ]);
  }

  /** Writers finish what they have begun: everything that was sent ends with a 201. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
  }

  get reads(): number {
    return this.readStatuses.get(200) ?? 0;
  }

  get refusedReads(): number {
    return this.readStatuses.get(503) ?? 0;
  }

  /** Writes that were refused at least once; a writer goes on to its next one only when it is stored. */
  get refusedWrites(): number {
    return [...this.sendings.values()].filter((sent) => sent.some(({ kind }) => kind === 'refused')).length;
  }

  get refusals(): number {
    return [...this.sendings.values()].flat().filter(({ kind }) => kind === 'refused').length;
  }

  /** Label and text of all that was acknowledged, by label. */
  acknowledged(): ReadonlyMap<string, string> {
    return new Map(
      [...this.sendings].flatMap(([content, sent]) => {
        const last = sent.at(-1);
        return last?.kind === 'stored' ? [[last.label, content] as const] : [];
      }),
    );
  }

  async #write(writer: number): Promise<void> {
    for (let note = 0; !this.#isStopping; note += 1) {
      const content = `${this.name} writer ${writer} note ${note}`;
      const sent: Sending[] = [];
      this.sendings.set(content, sent);
      await until(async () => {
        const startedAt = performance.now();
        const sending = await sendKeyed(this.url, `writer-${writer}`, content);
        sent.push(sending);
        this.#time('write', startedAt);
        if (sending.kind === 'refused' && !/^[1-9]\d?$/.test(sending.retryAfter ?? ''))
          this.faults.push(`a 503 with Retry-After ${sending.retryAfter}`);
        if (sending.kind === 'unanswered') this.faults.push('a write without an answer');
        return sending.kind === 'stored';
      }, 90_000);
      this.stored += 1;
    }
  }

  async #read(reader: number): Promise<void> {
    const client = createClient(this.url, { agent: `reader-${reader}` });
    let head = 0;
    while (!this.#isStopping) {
      const startedAt = performance.now();
      const { data, response } = await client.GET('/board/{board}/read_all', {
        params: { path: { board: 'main' }, query: { limit: 20 } },
      });
      this.#time('read', startedAt);
      this.readStatuses.set(response.status, (this.readStatuses.get(response.status) ?? 0) + 1);
      if (response.status !== 200 && response.status !== 503) this.faults.push(`a read answered ${response.status}`);
      if (data === undefined) continue;
      if (data.head < head) this.faults.push(`a head went back from ${head} to ${data.head}`);
      head = data.head;
    }
  }

  #time(what: string, startedAt: number): void {
    const ms = performance.now() - startedAt;
    if (ms > ANSWERED_WITHIN_MS) this.faults.push(`a ${what} took ${Math.round(ms)} ms`);
  }
}
