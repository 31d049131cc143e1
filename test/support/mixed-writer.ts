import type { components } from '../../client/api.js';
import { createClient, type GistboardClient } from '../../client/index.js';

type Note = components['schemas']['NoteDto'];

export interface MixedWriterOptions {
  readonly seed: number;
  readonly boards: readonly string[];
  /** Who gets its messages. */
  readonly readers: readonly string[];
}

/** An agent that writes all kinds of entries to several boards, in an order that its seed decides. */
export class MixedWriter {
  entries = 0;
  readonly #acknowledged = new Map<string, [label: string, content: string][]>();
  readonly #client: GistboardClient;
  readonly #claims: { readonly board: string; readonly label: string }[] = [];
  #state: number;
  #notes = 0;

  constructor(
    url: string,
    private readonly agent: string,
    private readonly options: MixedWriterOptions,
  ) {
    this.#client = createClient(url, { agent });
    this.#state = options.seed;
  }

  /** Label and text of every entry of a board that was answered, in the order of the answers. */
  acknowledged(board: string): readonly (readonly [label: string, content: string])[] {
    return this.#acknowledged.get(board) ?? [];
  }

  async writeWhile(isWanted: () => boolean): Promise<void> {
    while (isWanted()) {
      const board = this.#oneOf(this.options.boards);
      const dice = this.#random(10);
      if (dice < 2) await this.#send(board);
      else if (dice < 4) await this.#release();
      else if (dice < 7) await this.#write(board, [this.#note()]);
      else
        await this.#write(
          board,
          Array.from({ length: 20 + this.#random(31) }, () => this.#note()),
        );
    }
  }

  #note(): Note {
    this.#notes += 1;
    const text = `${this.agent} note ${this.#notes}`;
    const work = `w${this.#random(5)}`;
    switch (this.#random(10)) {
      case 0:
        return { type: 'CLAIM', content: `${text} on src/${work}.ts`, ttl_s: 86_400 };
      case 1:
        return {
          type: 'PATCH_SUMMARY',
          content: `files=src/${work}.ts | idea=${text} | evidence=ran it: 3 passed`,
          delegation_id: work,
        };
      case 2:
        return { type: 'FAIL', content: `${text} failed`, delegation_id: work };
      case 3:
        return { type: 'OBSERVED', content: text, detail: `all there is to say of ${text}` };
      default:
        return { type: 'FACT', content: text };
    }
  }

  async #write(board: string, notes: readonly Note[]): Promise<void> {
    const params = { path: { board } };
    const { data, error } = await this.#client.POST('/board/{board}/write', { params, body: { notes: [...notes] } });
    if (data === undefined) throw new Error(JSON.stringify(error));
    for (const { index, label = '' } of data.results) {
      const note = notes[index];
      if (note?.type === 'CLAIM') this.#claims.push({ board, label });
      this.#keep(board, label, note?.content ?? '');
    }
  }

  async #send(board: string): Promise<void> {
    this.#notes += 1;
    const body = { to: this.#oneOf(this.options.readers), body: `${this.agent} message ${this.#notes}` };
    const { data, error } = await this.#client.POST('/board/{board}/messages', { params: { path: { board } }, body });
    if (data === undefined) throw new Error(JSON.stringify(error));
    this.#keep(board, data.label, body.body);
  }

  async #release(): Promise<void> {
    const claim = this.#claims.shift();
    if (claim === undefined) return;
    this.#notes += 1;
    const note = `${this.agent} release ${this.#notes}`;
    const { data, error } = await this.#client.POST('/board/{board}/claims/{label}/release', {
      params: { path: claim },
      body: { outcome: 'done', note },
    });
    if (data === undefined) throw new Error(JSON.stringify(error));
    this.#keep(claim.board, `G${data.head}`, note);
  }

  #keep(board: string, label: string, content: string): void {
    this.entries += 1;
    const kept = this.#acknowledged.get(board) ?? [];
    kept.push([label, content]);
    this.#acknowledged.set(board, kept);
  }

  #oneOf<T>(choices: readonly T[]): T {
    return choices[this.#random(choices.length)] as T;
  }

  /** Below `bound`; the same for the same seed. */
  #random(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#state >>> 8) % bound;
  }
}
