import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BoardClient } from '../../support/board-client.js';
import { EventStream } from '../../support/event-stream.js';
import { startService, type TestService } from '../../support/service.js';
import { until } from '../../support/until.js';

const OPERATOR_TOKEN = 'operator-token-0123456789abcdef';

describe('a stream whose follower has lost the right to it', () => {
  let service: TestService;
  let operator: ReturnType<TestService['withToken']>;
  beforeAll(async () => {
    const env = { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN, BOARD_MEMBERS_JSON: '{}' };
    service = await startService({ env });
    operator = service.withToken(OPERATOR_TOKEN);
    await operator.POST('/board', { body: { board: 'team', members: ['alice', 'bob'] } });
  });
  afterAll(() => service.close());

  const tokenOf = async (agent: string): Promise<{ id: number; token: string }> => {
    const { data } = await operator.POST('/tokens', { body: { agent } });
    if (data === undefined) throw new Error('no token');
    return data;
  };
  const write = async (content: string): Promise<void> => {
    await new BoardClient({ as: () => operator }, 'team', 'harness').add('FACT', content);
  };
  const follow = async (token: string): Promise<EventStream> =>
    (await EventStream.open(service, 'team', { token })).begun();

  it('by a revoked token ends before anything that was written afterwards; another token of the agent goes on', async () => {
    const [revoked, kept] = [await tokenOf('alice'), await tokenOf('alice')];
    const [ended, going] = [await follow(revoked.token), await follow(kept.token)];
    await write('before');
    await Promise.all([ended.first(1), going.first(1)]);
    await operator.DELETE('/tokens/{id}', { params: { path: { id: String(revoked.id) } } });
    await write('after');
    await until(() => ended.isOver);
    expect((await going.first(2)).map(({ content }) => content)).toEqual(['before', 'after']);
    expect(ended.entries.map(({ content }) => content)).toEqual(['before']);
    expect((await EventStream.open(service, 'team', { token: revoked.token })).response.statusCode).toBe(401);
    going.close();
  });

  it('by membership ends before anything that was written afterwards', async () => {
    const { token } = await tokenOf('bob');
    const stream = await follow(token);
    await operator.DELETE('/board/{board}/members/{agent}', { params: { path: { board: 'team', agent: 'bob' } } });
    await write('without bob');
    await until(() => stream.isOver);
    expect(stream.entries).toEqual([]);
    expect((await EventStream.open(service, 'team', { token })).response.statusCode).toBe(404);
  });
});
