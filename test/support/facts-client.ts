import type { components } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import type { Reply } from './board-client.js';
import type { TestService } from './service.js';
import { replyOf } from './turns-client.js';

type Schemas = components['schemas'];
export type Fact = Schemas['FactDto'];

/** One agent's facts on one board, through the generated client. */
export class FactsClient {
  readonly #client: GistboardClient;

  constructor(
    service: Pick<TestService, 'as'>,
    readonly board: string,
    readonly agent: string,
  ) {
    this.#client = service.as(agent);
  }

  set(
    key: string,
    value: unknown,
    more: { if_version?: number; idempotencyKey?: string } = {},
  ): Promise<Reply<Schemas['SetFactAnswerDto']>> {
    const { idempotencyKey, ...rest } = more;
    const header = idempotencyKey === undefined ? {} : { header: { 'Idempotency-Key': idempotencyKey } };
    const params = { path: { board: this.board, key }, ...header };
    return replyOf(this.#client.PUT('/board/{board}/facts/{key}', { params, body: { value, ...rest } }));
  }

  get(key: string): Promise<Reply<Schemas['FactAnswerDto']>> {
    const params = { path: { board: this.board, key } };
    return replyOf(this.#client.GET('/board/{board}/facts/{key}', { params }));
  }

  /** The present value of a fact. */
  async value(key: string): Promise<unknown> {
    return (await this.get(key)).data.fact.value;
  }

  async list(query: { after?: string; limit?: number } = {}): Promise<Schemas['FactsDto']> {
    const params = { path: { board: this.board }, query };
    return (await replyOf(this.#client.GET('/board/{board}/facts', { params }))).data;
  }

  history(key: string, query: { before?: number; limit?: number } = {}): Promise<Reply<Schemas['FactHistoryDto']>> {
    const params = { path: { board: this.board, key }, query };
    return replyOf(this.#client.GET('/board/{board}/facts/{key}/history', { params }));
  }
}
