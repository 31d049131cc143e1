import type { components } from '../../client/api.js';
import type { GistboardClient } from '../../client/index.js';
import { Transactor } from '../../src/platform/database/transactor.js';
import { startService, type TestService, type TestServiceOptions } from './service.js';

export type NewToken = components['schemas']['NewTokenDto'];

export const OPERATOR_TOKEN = 'operator-token-0123456789abcdef';
/** Callers are known by tokens, and no board is there yet. */
export const TOKEN_MODE = { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN, BOARD_MEMBERS_JSON: '{}' };

/** A service in token mode, with what its operator and owners do. */
export class Team {
  constructor(readonly service: Pick<TestService, 'withToken'>) {}

  get operator(): GistboardClient {
    return this.service.withToken(OPERATOR_TOKEN);
  }

  /** Makes a board and answers its owner's token. */
  async board(board: string, owner: string, members: readonly string[] = []): Promise<NewToken> {
    const body = { board, owner, members: [...members] };
    return dataOf(await this.operator.POST('/board', { body })).owner_token ?? never();
  }

  async token(body: components['schemas']['CreateTokenDto'], by = OPERATOR_TOKEN): Promise<NewToken> {
    return dataOf(await this.service.withToken(by).POST('/tokens', { body }));
  }

  rotate(id: number, body: components['schemas']['RotateTokenDto'] = {}, by = OPERATOR_TOKEN) {
    return this.service.withToken(by).POST('/tokens/{id}/rotate', { params: { path: { id: String(id) } }, body });
  }

  revoke(id: number, by = OPERATOR_TOKEN) {
    return this.service.withToken(by).DELETE('/tokens/{id}', { params: { path: { id: String(id) } } });
  }

  add(board: string, agent: string, by = OPERATOR_TOKEN, query: { owner?: 'true' } = {}) {
    const params = { path: { board, agent }, query };
    return this.service.withToken(by).PUT('/board/{board}/members/{agent}', { params });
  }

  remove(board: string, agent: string, by = OPERATOR_TOKEN) {
    return this.service.withToken(by).DELETE('/board/{board}/members/{agent}', { params: { path: { board, agent } } });
  }

  /** The status of a read of the board by this token. */
  async statusOn(board: string, token: string): Promise<number> {
    const params = { path: { board } };
    return (await this.service.withToken(token).GET('/board/{board}', { params })).response.status;
  }

  /** The types of what the board's journal tells of somebody's membership and tokens, oldest first, as this token sees it. */
  async audit(board: string, agent: string, token = OPERATOR_TOKEN): Promise<readonly string[]> {
    const params = { path: { board }, query: { q: agent, kinds: 'all' as const } };
    const { matches } = dataOf(await this.service.withToken(token).GET('/board/{board}/grep', { params }));
    return matches
      .map(({ type }) => type)
      .filter((type) => /^(token|member)\./.test(type))
      .reverse();
  }
}

export async function startTeam(options: TestServiceOptions = {}): Promise<TestService & { readonly team: Team }> {
  const service = await startService({ ...options, env: { ...TOKEN_MODE, ...options.env } });
  return { ...service, team: new Team(service) };
}

/** Makes a token end `seconds` sooner: that goes by the database's clock, which no test can set. */
export async function ageToken(service: Pick<TestService, 'database'>, id: number, seconds: number): Promise<void> {
  await new Transactor(service.database).run(async (tx) => {
    const [row] = await tx.query<{ expires_at: string }[]>('SELECT expires_at FROM token WHERE id = ?', [id]);
    const ms = Date.parse(`${String(row?.expires_at).replace(' ', 'T')}Z`) - seconds * 1_000;
    const text = new Date(ms).toISOString().slice(0, 23).replace('T', ' ');
    await tx.query('UPDATE token SET expires_at = ? WHERE id = ?', [text, id]);
  });
}

export function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const never = (): never => {
  throw new Error('no token was answered');
};
