import type { components } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import { Reply } from './board-client.js';
import { type DeclaredRole, GoalDesk } from './goal.js';
import type { McpTestClient } from './mcp-client.js';
import { connectMcp } from './mcp-client.js';
import type { TestService } from './service.js';
import { dataOf, OPERATOR_TOKEN } from './team.js';

type Schemas = components['schemas'];

/** A role of each default name, three reviewers among them. */
export const DEFAULT_ROLES: readonly DeclaredRole[] = [
  ...['orchestrator', 'search', 'architecture', 'reasoning', 'implement'].map((name) => ({ name })),
  { name: 'review', count: 3 },
];

/** The documents of one goal, as somebody reads and writes them. */
export class ArtifactsClient {
  constructor(
    readonly client: GistboardClient,
    readonly board: string,
  ) {}

  async index(): Promise<Reply<Schemas['ArtifactIndexDto']>> {
    return replyOf(await this.client.GET('/board/{board}/artifacts', { params: { path: { board: this.board } } }));
  }

  async read(
    kind: string,
    query: { slot?: string; version?: number; offset?: number } = {},
  ): Promise<Reply<Schemas['ArtifactAnswerDto']>> {
    const params = { path: { board: this.board, kind }, query };
    return replyOf(await this.client.GET('/board/{board}/artifacts/{kind}', { params }));
  }

  async all(kind: string): Promise<Reply<Schemas['AllArtifactsDto']>> {
    const params = { path: { board: this.board, kind } };
    return replyOf(await this.client.GET('/board/{board}/artifacts/{kind}/all', { params }));
  }

  async write(
    kind: string,
    content: string,
    more: Omit<Schemas['WriteArtifactDto'], 'content'> & { readonly key?: string } = {},
  ): Promise<Reply<Schemas['WriteArtifactAnswerDto']>> {
    const { key, ...fields } = more;
    const params = {
      path: { board: this.board, kind },
      ...(key === undefined ? {} : { header: { 'Idempotency-Key': key } }),
    };
    const body = { content, ...fields };
    return replyOf(await this.client.POST('/board/{board}/artifacts/{kind}', { params, body }));
  }

  /** The titles of what the index shows: `findings of review#2 v1`. */
  async titles(): Promise<readonly string[]> {
    return (await this.index()).data.items.map(
      ({ kind, slot, version, stale }) =>
        `${kind}${slot === null ? '' : ` of ${slot}`} v${version}${stale ? ' stale' : ''}`,
    );
  }
}

/** A board with a goal, and a token for each of its contributors. */
export class StaffedGoal {
  readonly #tokens = new Map<string, string>();

  private constructor(
    private readonly service: Pick<TestService, 'url' | 'withToken'>,
    readonly board: string,
  ) {}

  /** In token mode. Makes the board, unless it is there, declares the roles and mints all tokens. */
  static async open(
    service: Pick<TestService, 'url' | 'withToken'>,
    board: string,
    roles: readonly DeclaredRole[] = DEFAULT_ROLES,
  ): Promise<StaffedGoal> {
    await service.withToken(OPERATOR_TOKEN).POST('/board', { body: { board } });
    const goal = new StaffedGoal(service, board);
    dataOf(await goal.desk.declare(roles));
    for (const { name, count = 1 } of roles)
      for (let ordinal = 1; ordinal <= count; ordinal += 1) await goal.mint(name, ordinal);
    return goal;
  }

  /** What its operator does. */
  get desk(): GoalDesk {
    return new GoalDesk(this.service.withToken(OPERATOR_TOKEN), this.board);
  }

  /** A new token for a contributor, in the place of the one before. */
  async mint(name: string, ordinal = 1): Promise<void> {
    const { token } = await this.desk.mint(name, ordinal);
    this.#tokens.set(ordinal === 1 ? name : `${name}#${ordinal}`, token);
  }

  async revoke(name: string, ordinal = 1): Promise<void> {
    dataOf(await this.desk.revoke(name, ordinal));
  }

  async close(): Promise<void> {
    dataOf(await this.desk.close());
  }

  async empty(by = OPERATOR_TOKEN): Promise<Reply<Schemas['EmptyAnswerDto']>> {
    const params = { path: { board: this.board } };
    return replyOf(await this.service.withToken(by).POST('/board/{board}/empty', { params }));
  }

  token(contributor: string): string {
    const token = this.#tokens.get(contributor);
    if (token === undefined) throw new Error(`${contributor} has no token`);
    return token;
  }

  as(contributor: string): ArtifactsClient {
    return new ArtifactsClient(this.service.withToken(this.token(contributor)), this.board);
  }

  get operator(): ArtifactsClient {
    return new ArtifactsClient(this.service.withToken(OPERATOR_TOKEN), this.board);
  }

  /** A connection by MCP with the token of a contributor. */
  mcp(contributor: string): Promise<McpTestClient> {
    return connectMcp(this.service, null, { headers: { Authorization: `Bearer ${this.token(contributor)}` } });
  }
}

function replyOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): Reply<T> {
  return new Reply<T>(response.status, data, error);
}
