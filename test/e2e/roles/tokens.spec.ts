import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStream } from '../../support/event-stream.js';
import { GoalDesk, PANEL } from '../../support/goal.js';
import { rawRequest } from '../../support/raw-request.js';
import type { TestService } from '../../support/service.js';
import { ageToken, dataOf, type NewToken, OPERATOR_TOKEN, startTeam, type Team } from '../../support/team.js';
import { until } from '../../support/until.js';

// Unrelated live tokens are there in each of these: 401 must come from this very token.
describe('the token of a role', () => {
  let service: TestService;
  let team: Team;
  let olga: NewToken;
  let alice: NewToken;
  let desk: GoalDesk;
  let boards = 0;
  beforeAll(async () => {
    const started = await startTeam();
    [service, team] = [started, started.team];
    alice = await team.token({ agent: 'alice' });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    boards += 1;
    olga = await team.board(`goal-${boards}`, 'olga', ['alice']);
    desk = new GoalDesk(service.withToken(olga.token), `goal-${boards}`);
    dataOf(await desk.declare());
  });

  const status = async ({ token }: { readonly token: string }, board = desk.board): Promise<number> =>
    (await service.withToken(token).GET('/board/{board}/inbox', { params: { path: { board } } })).response.status;

  it('is for one agent of a role and one board, and names the contributor', async () => {
    const [first, second] = [await desk.mint('review'), await desk.mint('review', 2)];
    expect(first).toMatchObject({ agent: 'review', kind: 'role', boards: [desk.board] });
    expect(second).toMatchObject({ agent: 'review#2', kind: 'role', boards: [desk.board] });
    expect([await status(first), await status(second), await status(alice)]).toEqual([200, 200, 200]);
  });

  it.each([
    ['review', 3, 'not_found'],
    ['nobody', 1, 'not_found'],
    ['review', 9, 'bad_request'],
  ])('is made for no %s %i', async (name, ordinal, code) => {
    expect((await desk.tryMint(name, { ordinal })).error?.code).toBe(code);
  });

  it('ends when another is made for the same agent, and no other does', async () => {
    const [first, peer] = [await desk.mint('review'), await desk.mint('review', 2)];
    const again = await desk.mint('review');
    expect(await Promise.all([first, peer, again, alice, olga].map((token) => status(token)))).toEqual([
      401, 200, 200, 200, 200,
    ]);
  });

  it('leaves its contributor what was shown to it: the next one is the same', async () => {
    const inbox = async ({ token }: NewToken) => {
      const params = { path: { board: desk.board } };
      return dataOf(await service.withToken(token).GET('/board/{board}/inbox', { params })).items.length;
    };
    const first = await desk.mint('review', 2);
    const params = { path: { board: desk.board } };
    await service
      .withToken(alice.token)
      .POST('/board/{board}/messages', { params, body: { to: 'review#2', body: 'hi' } });
    expect(await inbox(first)).toBe(1);
    expect(await inbox(await desk.mint('review', 2))).toBe(0);
  });

  it('ends when it is revoked, at once and for what is under way, and again is harmless', async () => {
    const [token, peer] = [await desk.mint('review', 2), await desk.mint('review')];
    const stream = await (await EventStream.open(service, desk.board, { token: token.token })).begun();
    const params = { path: { board: desk.board }, query: { timeout_s: 25 } };
    const held = service.withToken(token.token).GET('/board/{board}/wait', { params });
    expect(dataOf(await desk.revoke('review', 2))).toMatchObject({ contributor: 'review#2', revoked: 1 });
    expect((await held).response.status).toBe(401);
    await until(() => stream.isOver);
    expect(dataOf(await desk.revoke('review', 2)).revoked).toBe(0);
    expect([await status(token), await status(peer), await status(alice)]).toEqual([401, 200, 200]);
  });

  it('ends by its number too, for operators and owners, and can not be rotated', async () => {
    const [one, other] = [await desk.mint('review'), await desk.mint('implement')];
    expect((await team.rotate(one.id)).error?.code).toBe('forbidden');
    expect((await team.revoke(one.id, alice.token)).error?.code).toBe('forbidden');
    expect((await team.revoke(one.id, olga.token)).response.status).toBe(200);
    expect((await team.revoke(other.id)).response.status).toBe(200);
    expect([await status(one), await status(other), await status(alice)]).toEqual([401, 401, 200]);
  });

  it('ends by the time that it was given', async () => {
    const token = dataOf(await desk.tryMint('review', { expires_in_s: 60 }));
    const peer = dataOf(await desk.tryMint('review', { ordinal: 2, expires_in_s: 120 }));
    await ageToken(service, token.id, 61);
    await ageToken(service, peer.id, 61);
    expect([await status(token), await status(peer)]).toEqual([401, 200]);
  });

  it('is made by the orchestrator too, while its own lives, and by no other role or member', async () => {
    const leader = await desk.mint('orchestrator');
    const led = new GoalDesk(service.withToken(leader.token), desk.board);
    const review = await led.mint('review');
    expect(await status(review)).toBe(200);
    for (const { token } of [review, alice])
      expect((await new GoalDesk(service.withToken(token), desk.board).tryMint('implement')).error?.code).toBe(
        'forbidden',
      );
    await desk.mint('orchestrator');
    expect((await led.tryMint('review')).response.status).toBe(401);
    expect(await status(review)).toBe(200);
  });

  it('is shown once: the same request again answers no text', async () => {
    const headers = { authorization: `Bearer ${olga.token}`, 'idempotency-key': 'mint-once' };
    const request = { method: 'POST', path: `/board/${desk.board}/roles/review/tokens`, headers, body: {} };
    const made = JSON.parse((await rawRequest(service.url, request)).text) as NewToken;
    const again = await rawRequest(service.url, request);
    expect([again.status, again.text.includes(made.token.slice(12))]).toEqual([409, false]);
    expect(await status(made)).toBe(200);
  });

  it('ends when its role or its ordinal is dropped, and no other does', async () => {
    const tokens = [await desk.mint('review'), await desk.mint('review', 2), await desk.mint('implement')];
    dataOf(await desk.declare([{ name: 'orchestrator' }, { name: 'review' }]));
    expect(await Promise.all([...tokens, alice].map((token) => status(token)))).toEqual([200, 401, 401, 200]);
    dataOf(await desk.declare(PANEL));
    expect(await Promise.all(tokens.map((token) => status(token)))).toEqual([200, 401, 401]);
  });

  it('ends with the goal, before it is closed; other boards and members keep theirs', async () => {
    const tokens = [await desk.mint('orchestrator'), await desk.mint('review'), await desk.mint('review', 2)];
    const other = await (async () => {
      await team.board(`other-${boards}`, 'otto');
      const second = new GoalDesk(team.operator, `other-${boards}`);
      dataOf(await second.declare());
      return second.mint('review', 2);
    })();
    expect(dataOf(await desk.close()).state).toBe('closed');
    expect(await Promise.all([...tokens, alice, olga].map((token) => status(token)))).toEqual([
      401, 401, 401, 200, 200,
    ]);
    expect(await status(other, `other-${boards}`)).toBe(200);
    const ends = (await endsIn(desk.board)).slice(-4);
    expect(ends).toEqual(['token.revoked', 'token.revoked', 'token.revoked', 'closed']);
  });

  it('is made for no goal that is closed; closing again changes nothing', async () => {
    const closed = dataOf(await desk.close());
    expect((await desk.tryMint('review')).error?.code).toBe('goal_closed');
    expect((await desk.declare([{ name: 'orchestrator' }])).error?.code).toBe('goal_closed');
    expect(dataOf(await desk.close())).toEqual(closed);
    expect(dataOf(await desk.revoke('review'))).toMatchObject({ revoked: 0 });
    expect(dataOf(await desk.describe())).toMatchObject({ state: 'closed', roles: closed.roles });
  });

  it('is one of its workspace: the same role of the same board of another one is somebody else', async () => {
    const name = `acme-${boards}`;
    const acme = dataOf(await team.operator.POST('/workspaces', { body: { workspace: name } })).operator_token.token;
    dataOf(await service.withToken(acme).POST('/board', { body: { board: desk.board, members: ['alice'] } }));
    const theirs = new GoalDesk(service.withToken(acme), desk.board);
    expect((await theirs.tryMint('review')).error?.code).toBe('not_found');
    dataOf(await theirs.declare(PANEL, 'of acme'));
    const [ours, foreign] = [await desk.mint('review', 2), await theirs.mint('review', 2)];
    const goalSeen = async ({ token }: NewToken) =>
      dataOf(await new GoalDesk(service.withToken(token), desk.board).brief('review')).goal;
    expect([await goalSeen(ours), await goalSeen(foreign)]).toEqual(['Retries with a cap', 'of acme']);
    expect((await team.revoke(foreign.id)).error?.code).toBe('not_found');
    dataOf(await desk.close());
    expect([await status(ours), await status(foreign)]).toEqual([401, 200]);
  });

  /** What the journal tells of tokens and the goal, oldest first. */
  async function endsIn(board: string): Promise<readonly string[]> {
    const params = { path: { board }, query: { q: 'token | goal', kinds: 'all' as const } };
    const answer = await service.withToken(OPERATOR_TOKEN).GET('/board/{board}/grep', { params });
    return dataOf(answer)
      .matches.map(({ type }) => type)
      .toReversed();
  }
});
