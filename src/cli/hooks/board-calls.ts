import type { components } from '../../../client/api.js';
import { answerOf, type Reply } from '../answer.js';
import type { Connection } from '../connection.js';

type Schemas = components['schemas'];

/** What hooks ask of the service. Nothing that they fetch counts as shown by being fetched. */
export class BoardCalls {
  readonly #query: { readonly boards?: string };

  /** Of the board that the connection names, else of all boards of the agent. Every call ends when `signal` does. */
  constructor(
    private readonly connection: Connection,
    private readonly signal: AbortSignal,
  ) {
    this.#query = connection.board === undefined ? {} : { boards: connection.board };
  }

  async snapshot(format: 'text' | 'json', budget: number): Promise<Schemas['SnapshotDto']> {
    const query = { ...this.#query, format, budget, advance: 'false' } as const;
    return this.#ask(this.connection.client.GET('/snapshot', { params: { query }, signal: this.signal }));
  }

  async read(board: string, budget: number): Promise<string> {
    const params = { path: { board }, query: { budget } };
    return this.#ask(
      this.connection.client.GET('/board/{board}/read', { params, signal: this.signal, parseAs: 'text' }),
    );
  }

  async acknowledge(boards: Readonly<Record<string, number>>): Promise<void> {
    await this.#ask(this.connection.client.POST('/snapshot/ack', { body: { boards }, signal: this.signal }));
  }

  async whoami(): Promise<string> {
    return (await this.#whoami()).agent;
  }

  /** The role that the connection's token is for; undefined: it is none, or there is none. */
  async role(): Promise<Schemas['WhoamiRoleDto'] | undefined> {
    return 'token' in this.connection.identity ? (await this.#whoami()).role : undefined;
  }

  /** Leases notices within these bounds, of `boards` where they are named. */
  async pending(
    agent: string,
    bounds: { readonly limit?: number; readonly budget?: number; readonly boards?: string },
  ): Promise<Schemas['PendingDto']> {
    const query = { ...this.#query, ...bounds };
    const params = { path: { agent }, query };
    return this.#ask(this.connection.client.GET('/pending/{agent}', { params, signal: this.signal }));
  }

  async shown(agent: string, body: Schemas['ShownDto']): Promise<void> {
    const params = { path: { agent } };
    await this.#ask(this.connection.client.POST('/shown/{agent}', { params, body, signal: this.signal }));
  }

  /** The boards that hooks are about, by name. */
  async boards(): Promise<readonly string[]> {
    const { board } = this.connection;
    if (board !== undefined) return [board];
    const { items } = await this.#ask(this.connection.client.GET('/board', { signal: this.signal }));
    return items.map((each) => each.board);
  }

  async check(board: string, path: string): Promise<Schemas['CheckAnswerDto']> {
    const params = { path: { board }, query: { path } };
    return this.#ask(this.connection.client.GET('/board/{board}/leases/check', { params, signal: this.signal }));
  }

  #whoami(): Promise<Schemas['WhoamiDto']> {
    return this.#ask(this.connection.client.GET('/whoami', { signal: this.signal }));
  }

  #ask<T>(call: Promise<Reply<T>>): Promise<T> {
    return answerOf(call, this.connection);
  }
}
