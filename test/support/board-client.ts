import type { components, paths } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import type { TestService } from './service.js';

type Schemas = components['schemas'];
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

export type Note = Schemas['NoteDto'];
export type Entry = Schemas['EntryDto'];
export type WriteResult = Schemas['WriteResultDto'];
export type Refusal = Schemas['ProblemDto'] & {
  readonly results?: readonly WriteResult[];
  readonly head?: number;
  readonly column?: number;
  readonly expected?: string;
  readonly caret?: string;
};

/** What a request came to: `data` where it was granted, `problem` where not; the other one throws. */
export class Reply<T> {
  constructor(
    readonly status: number,
    private readonly answer: T | undefined,
    private readonly refusal: unknown,
  ) {}

  get data(): T {
    if (this.answer === undefined) throw new Error(`${this.status}: ${JSON.stringify(this.refusal)}`);
    return this.answer;
  }

  get problem(): Refusal {
    if (this.refusal === undefined) throw new Error(`${this.status}: ${JSON.stringify(this.answer)}`);
    return this.refusal as Refusal;
  }
}

/** One agent on one board, through the generated client. */
export class BoardClient {
  readonly #client: GistboardClient;

  constructor(
    service: Pick<TestService, 'as'>,
    readonly board: string,
    readonly agent: string,
  ) {
    this.#client = service.as(agent);
  }

  write(notes: readonly Note[], delegationId?: string): Promise<Reply<Schemas['WriteAnswerDto']>> {
    return this.#write({ notes: [...notes], ...(delegationId === undefined ? {} : { delegation_id: delegationId }) });
  }

  writeText(text: string, delegationId?: string): Promise<Reply<Schemas['WriteAnswerDto']>> {
    return this.#write({ text, ...(delegationId === undefined ? {} : { delegation_id: delegationId }) });
  }

  /** Writes one note and answers its label; throws where it is not admitted. */
  async add(type: string, content: string, more: Partial<Note> = {}): Promise<string> {
    const [result] = (await this.write([{ type, content, ...more }])).data.results;
    if (result?.label === undefined) throw new Error(JSON.stringify(result));
    return result.label;
  }

  async text(query: QueryOf<'/board/{board}/read'> = {}): Promise<string> {
    const init = { params: { path: { board: this.board }, query }, parseAs: 'text' as const };
    return (await replyOf<string>(this.#client.GET('/board/{board}/read', init))).data;
  }

  /** The lines of the live view below its three lines of header. */
  async lines(query: QueryOf<'/board/{board}/read'> = {}): Promise<readonly string[]> {
    return (await this.text(query)).trimEnd().split('\n').slice(3);
  }

  async live(query: QueryOf<'/board/{board}/read'> = {}): Promise<Schemas['LiveViewDto']> {
    const params = { path: { board: this.board }, query: { ...query, format: 'json' as const } };
    const answer = this.#client.GET('/board/{board}/read', { params });
    return (await replyOf(answer)).data as unknown as Schemas['LiveViewDto'];
  }

  async readAll(query: QueryOf<'/board/{board}/read_all'> = {}): Promise<Schemas['RetainedWindowDto']> {
    const params = { path: { board: this.board }, query };
    return (await replyOf(this.#client.GET('/board/{board}/read_all', { params }))).data;
  }

  tryGrep(q: string, query: Partial<QueryOf<'/board/{board}/grep'>> = {}): Promise<Reply<Schemas['GrepAnswerDto']>> {
    const params = { path: { board: this.board }, query: { ...query, q } };
    return replyOf(this.#client.GET('/board/{board}/grep', { params }));
  }

  async grep(q: string, query: Partial<QueryOf<'/board/{board}/grep'>> = {}): Promise<Schemas['GrepAnswerDto']> {
    return (await this.tryGrep(q, query)).data;
  }

  /** The labels that a search finds, newest first. */
  async find(q: string, query: Partial<QueryOf<'/board/{board}/grep'>> = {}): Promise<readonly string[]> {
    return (await this.grep(q, query)).matches.map(({ label }) => label);
  }

  tryUnfold(
    labels: string,
    query: Omit<QueryOf<'/board/{board}/unfold'>, 'labels'> = {},
  ): Promise<Reply<Schemas['UnfoldAnswerDto']>> {
    const params = { path: { board: this.board }, query: { ...query, labels } };
    return replyOf(this.#client.GET('/board/{board}/unfold', { params }));
  }

  async unfold(
    labels: string,
    query: Omit<QueryOf<'/board/{board}/unfold'>, 'labels'> = {},
  ): Promise<Schemas['UnfoldAnswerDto']> {
    return (await this.tryUnfold(labels, query)).data;
  }

  release(label: string, body: Schemas['ReleaseDto']): Promise<Reply<Schemas['ReleaseAnswerDto']>> {
    const params = { path: { board: this.board, label } };
    return replyOf(this.#client.POST('/board/{board}/claims/{label}/release', { params, body }));
  }

  redact(label: string, reason: string): Promise<Reply<Schemas['RedactAnswerDto']>> {
    const params = { path: { board: this.board, label } };
    return replyOf(this.#client.POST('/board/{board}/entries/{label}/redact', { params, body: { reason } }));
  }

  #write(body: Schemas['WriteDto']): Promise<Reply<Schemas['WriteAnswerDto']>> {
    const params = { path: { board: this.board } };
    return replyOf(this.#client.POST('/board/{board}/write', { params, body }));
  }
}

let boards = 0;

/** A new board of the service that any agent may use; its journal is empty. Answers the way to it for each agent. */
export async function openBoard(service: TestService): Promise<(agent: string) => BoardClient> {
  boards += 1;
  const board = `board-${boards}`;
  const made = await service.as('harness').POST('/board', { body: { board, members: ['*'] } });
  if (made.error !== undefined) throw new Error(JSON.stringify(made.error));
  return (agent) => new BoardClient(service, board, agent);
}

/** A request that the generated client can't express. */
export async function send(
  service: Pick<TestService, 'url'>,
  path: string,
  init: { readonly agent: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const { agent, body, headers = {} } = init;
  const response = await fetch(`${service.url}${path}`, {
    headers: { 'X-Agent': agent, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function replyOf<T>(
  call: Promise<{ data?: T | undefined; error?: unknown; response: Response }>,
): Promise<Reply<T>> {
  const { data, error, response } = await call;
  return new Reply(response.status, data, error);
}
