import type { components } from '../../client/api.js';
import { createClient, type GistboardClient } from '../../client/index.js';
import { journalAfter, seqOf } from './whole-journal.js';

type Pending = components['schemas']['PendingDto'];
type BySlug = Map<string, string[]>;

/** Looks again and again until `isDone()`, and then until there is nothing more to see. */
abstract class Follower {
  looks = 0;

  async followUntil(isDone: () => boolean): Promise<void> {
    for (;;) {
      const wasDone = isDone();
      this.looks += 1;
      const isNew = await this.look();
      if (wasDone && !isNew) return;
    }
  }

  /** Answers whether there was something new. */
  protected abstract look(): Promise<boolean>;
}

/** Follows one board's whole journal, as its operator, by the seq of the last entry that it has seen. */
export class JournalFollower extends Follower {
  readonly seen: string[] = [];
  readonly heads: number[] = [];

  constructor(
    private readonly url: string,
    readonly board: string,
  ) {
    super();
  }

  protected async look(): Promise<boolean> {
    const found = await journalAfter(this.url, { board: this.board, after: this.heads.at(-1) ?? 0 });
    this.seen.push(...found.map(({ label, content }) => `${label} ${content}`));
    const last = found.at(-1);
    if (last !== undefined) this.heads.push(seqOf(last.label));
    return last !== undefined;
  }
}

/** What an agent is told of all boards. */
abstract class TurnFollower extends Follower {
  /** Labels in the order in which they were shown. */
  readonly gists: BySlug = new Map();
  readonly messages: BySlug = new Map();
  protected readonly client: GistboardClient;

  constructor(
    url: string,
    readonly agent: string,
  ) {
    super();
    this.client = createClient(url, { agent });
  }

  /** From here on it can be addressed. */
  async enter(): Promise<void> {
    await this.client.GET('/whoami');
  }

  protected note(into: BySlug, board: string, labels: readonly string[]): void {
    const noted = into.get(board) ?? [];
    noted.push(...labels);
    into.set(board, noted);
  }
}

/** Takes leases of notices and confirms what it was shown. */
export class NoticeFollower extends TurnFollower {
  protected async look(): Promise<boolean> {
    const params = { path: { agent: this.agent }, query: { limit: 200 } };
    const { data, error } = await this.client.GET('/pending/{agent}', { params });
    if (data === undefined) throw new Error(JSON.stringify(error));
    if (data.lease_id === null) return false;
    for (const { board, items } of data.gists)
      this.note(
        this.gists,
        board,
        items.map(({ label }) => label),
      );
    for (const { board, label } of data.events) this.note(this.messages, board, [label]);
    await this.#confirm(data);
    return true;
  }

  async #confirm({ lease_id, gists, events }: Pending): Promise<void> {
    const body = {
      lease_id: lease_id ?? '',
      events: events.map(({ board, label }) => `${board}/${label}`),
      boards: Object.fromEntries(gists.map(({ board, to }) => [board, to])),
    };
    const { error } = await this.client.POST('/shown/{agent}', { params: { path: { agent: this.agent } }, body });
    if (error !== undefined) throw new Error(JSON.stringify(error));
  }
}

/** Takes snapshots and acknowledges them. */
export class SnapshotFollower extends TurnFollower {
  protected async look(): Promise<boolean> {
    const { data, error } = await this.client.GET('/snapshot', { params: { query: { advance: 'false' } } });
    if (data === undefined) throw new Error(JSON.stringify(error));
    const fresh = data.boards.filter(({ from, to, more }) => to > from || more);
    for (const { board, gists = [], events = [] } of fresh) {
      this.note(
        this.gists,
        board,
        gists.map(({ label }) => label),
      );
      this.note(
        this.messages,
        board,
        events.map(({ label }) => label),
      );
    }
    if (fresh.length === 0) return false;
    const boards = Object.fromEntries(fresh.map(({ board, to }) => [board, to]));
    const acknowledged = await this.client.POST('/snapshot/ack', { body: { boards } });
    if (acknowledged.error !== undefined) throw new Error(JSON.stringify(acknowledged.error));
    return true;
  }
}
