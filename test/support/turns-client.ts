import type { components, operations } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import { BoardClient, Reply } from './board-client.js';
import type { TestService } from './service.js';

type Schemas = components['schemas'];
type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
type Call<T> = Promise<{ data?: T | undefined; error?: unknown; response: Response }>;

type Body = Schemas['SendMessageDto']['body'];
export type Message = Schemas['MessageDto'];
export type Snapshot = Schemas['BoardSnapshotDto'];
export type Pending = Schemas['PendingDto'];
export type Changed = Schemas['MessageAnswerDto'];

/** One agent's messages and turns on one board, through the generated client; it may name other boards too. */
export class TurnsClient extends BoardClient {
  readonly #client: GistboardClient;

  constructor(service: Pick<TestService, 'as'>, board: string, agent: string) {
    super(service, board, agent);
    this.#client = service.as(agent);
  }

  trySend(
    to: string,
    body: Body,
    more: { reply_to?: string; type?: string; key?: string } = {},
  ): Promise<Reply<Changed>> {
    const { key, ...rest } = more;
    const params = { path: { board: this.board }, ...headerOf(key) };
    return replyOf(this.#client.POST('/board/{board}/messages', { params, body: { to, body, ...rest } }));
  }

  /** Sends and answers the label; throws where it is refused. */
  async send(to: string, body: Body, more: { reply_to?: string; type?: string } = {}): Promise<string> {
    return (await this.trySend(to, body, more)).data.label;
  }

  edit(label: string, body: string, key?: string): Promise<Reply<Changed>> {
    const params = { path: { board: this.board, label }, ...headerOf(key) };
    return replyOf(this.#client.PATCH('/board/{board}/messages/{label}', { params, body: { body } }));
  }

  remove(label: string): Promise<Reply<Changed>> {
    const params = { path: { board: this.board, label } };
    return replyOf(this.#client.DELETE('/board/{board}/messages/{label}', { params }));
  }

  react(label: string, emoji: string): Promise<Reply<Changed>> {
    const params = { path: { board: this.board, label, emoji } };
    return replyOf(this.#client.PUT('/board/{board}/messages/{label}/reactions/{emoji}', { params }));
  }

  unreact(label: string, emoji: string): Promise<Reply<Changed>> {
    const params = { path: { board: this.board, label, emoji } };
    return replyOf(this.#client.DELETE('/board/{board}/messages/{label}/reactions/{emoji}', { params }));
  }

  async messages(query: Query<'listMessages'> = {}): Promise<Schemas['MessageListDto']> {
    const params = { path: { board: this.board }, query };
    return (await replyOf(this.#client.GET('/board/{board}/messages', { params }))).data;
  }

  trySnapshot(query: Query<'snapshot'> = {}): Promise<Reply<Schemas['SnapshotDto']>> {
    return replyOf(this.#client.GET('/snapshot', { params: { query: { boards: this.board, ...query } } }));
  }

  /** Of this board alone. */
  async snapshot(query: Query<'snapshot'> = {}): Promise<Snapshot> {
    return firstOf((await this.trySnapshot(query)).data.boards);
  }

  ack(boards: Readonly<Record<string, number>>, subject?: string): Promise<Reply<Schemas['CursorsDto']>> {
    const body = { boards, ...(subject === undefined ? {} : { for: subject }) };
    return replyOf(this.#client.POST('/snapshot/ack', { body }));
  }

  tryPoll(query: Query<'pending'> = {}, subject = this.agent, signal?: AbortSignal): Promise<Reply<Pending>> {
    const params = { path: { agent: subject }, query: { boards: this.board, ...query } };
    const init = { params, ...(signal === undefined ? {} : { signal }) };
    return replyOf(this.#client.GET('/pending/{agent}', init));
  }

  async poll(query: Query<'pending'> = {}): Promise<Pending> {
    return (await this.tryPoll(query)).data;
  }

  tryShown(body: Schemas['ShownDto'], subject = this.agent): Promise<Reply<Schemas['CursorsDto']>> {
    return replyOf(this.#client.POST('/shown/{agent}', { params: { path: { agent: subject } }, body }));
  }

  /** Confirms all of what a poll gave; answers the two cursors of this board. */
  async confirm({ lease_id, events, gists }: Pending): Promise<readonly number[]> {
    const boards = Object.fromEntries(gists.map(({ board, to }) => [board, to]));
    const body = { lease_id: lease_id ?? '', events: events.map(({ board, label }) => `${board}/${label}`), boards };
    return this.cursorsOf((await this.tryShown(body)).data);
  }

  /** Gist cursor and post cursor of this board, where they stand. */
  async cursors(): Promise<readonly number[]> {
    return this.cursorsOf((await this.ack({ [this.board]: 0 })).data);
  }

  /** Gist cursor and post cursor of this board. */
  cursorsOf({ boards }: Schemas['CursorsDto']): readonly number[] {
    return boards
      .filter(({ board }) => board === this.board)
      .flatMap(({ gist_cursor, post_cursor }) => [gist_cursor, post_cursor]);
  }
}

/** The labels that a poll gave: messages, then gists. */
export const labelsOf = ({ events, gists }: Pending): readonly string[] => [
  ...events.map(({ label }) => label),
  ...gists.flatMap(({ items }) => items.map(({ label }) => label)),
];

/** The labels that a snapshot shows: events, then gists. */
export const labelsIn = ({ events = [], gists = [] }: Snapshot): readonly string[] => [
  ...events.map(({ label }) => label),
  ...gists.map(({ label }) => label),
];

let boards = 0;

/** A new board with these members and no entry of theirs. Answers the way to it for each agent. */
export async function openTurns(
  service: Pick<TestService, 'as'>,
  members: readonly string[] = ['alice', 'bob', 'carol'],
): Promise<(agent: string, at?: Pick<TestService, 'as'>) => TurnsClient> {
  boards += 1;
  const board = `turns-${boards}`;
  const made = await service.as('harness').POST('/board', { body: { board, members: [...members] } });
  if (made.error !== undefined) throw new Error(JSON.stringify(made.error));
  return (agent, at = service) => new TurnsClient(at, board, agent);
}

const headerOf = (key: string | undefined) => (key === undefined ? {} : { header: { 'Idempotency-Key': key } });

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('the answer is empty');
  return first;
}

export async function replyOf<T>(call: Call<T>): Promise<Reply<T>> {
  const { data, error, response } = await call;
  return new Reply(response.status, data, error);
}
