import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem, rawRequest } from '../../support/raw-request.js';
import type { TestService } from '../../support/service.js';
import { ageToken, dataOf, OPERATOR_TOKEN, startTeam, type Team } from '../../support/team.js';
import { until } from '../../support/until.js';

describe('a token', () => {
  let service: TestService;
  let team: Team;
  let bystander: string;
  beforeAll(async () => {
    const started = await startTeam();
    [service, team] = [started, started.team];
    await team.board('ops', 'olga', ['alice', 'bob']);
    bystander = (await team.token({ agent: 'bystander' })).token;
  });
  afterAll(() => service.close());

  const works = async (token: string): Promise<boolean> =>
    (await service.withToken(token).GET('/whoami')).response.status === 200;
  const listed = async (id: number) =>
    dataOf(await team.operator.GET('/tokens')).items.find((token) => token.id === id);

  it('that is rotated without a grace ends at once; its heir has its agent, boards and end', async () => {
    const old = await team.token({ agent: 'alice', boards: ['ops'], expires_in_s: 600 });
    const heir = dataOf(await team.rotate(old.id));
    expect(heir).toMatchObject({ agent: 'alice', kind: 'member', boards: ['ops'], expires_at: old.expires_at });
    expect(heir.token).not.toBe(old.token);
    expect([await works(old.token), await works(heir.token), await works(bystander)]).toEqual([false, true, true]);
    expect(await listed(old.id)).toMatchObject({ rotated_to: heir.id });
  });

  it('that is rotated works on for the grace, and not at its end', async () => {
    const old = await team.token({ agent: 'alice' });
    const heir = dataOf(await team.rotate(old.id, { grace_s: 600 }));
    await ageToken(service, old.id, 500);
    expect([await works(old.token), await works(heir.token)]).toEqual([true, true]);
    await ageToken(service, old.id, 100);
    expect([await works(old.token), await works(heir.token), await works(bystander)]).toEqual([false, true, true]);
    expect(heir.expires_at).toBeNull();
  });

  it('that ends before the grace does ends no later', async () => {
    const old = await team.token({ agent: 'alice', expires_in_s: 30 });
    const heir = dataOf(await team.rotate(old.id, { grace_s: 60, expires_in_s: 3_600 }));
    expect((await listed(old.id))?.expires_at).toBe(old.expires_at);
    expect(Date.parse(heir.expires_at ?? '')).toBeGreaterThan(Date.parse(old.expires_at ?? ''));
  });

  it('with an end works until then, and can not be rotated after it', async () => {
    const token = await team.token({ agent: 'alice', expires_in_s: 60 });
    expect(await works(token.token)).toBe(true);
    await ageToken(service, token.id, 60);
    expect([await works(token.token), await works(bystander)]).toEqual([false, true]);
    expect((await team.rotate(token.id)).error?.code).toBe('not_live');
  });

  it('has one heir, whoever asks at once; nobody who uses it meets anything but a yes or a no', async () => {
    const old = await team.token({ agent: 'alice' });
    const uses = Promise.all(
      Array.from({ length: 20 }, async () => (await service.withToken(old.token).GET('/whoami')).response.status),
    );
    const tries = await Promise.all(Array.from({ length: 5 }, () => team.rotate(old.id)));
    expect(tries.map(({ response }) => response.status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect((await uses).filter((status) => status !== 200 && status !== 401)).toEqual([]);
    expect(await works(old.token)).toBe(false);
  });

  it('that is revoked ends all that it took the place of, whatever grace is left; its own heir goes on', async () => {
    await team.board('line', 'olga', ['walt']);
    const first = await team.token({ agent: 'walt', boards: ['line'] });
    const second = dataOf(await team.rotate(first.id, { grace_s: 3_600 }));
    const third = dataOf(await team.rotate(second.id, { grace_s: 3_600 }));
    const heir = dataOf(await team.rotate(third.id, { grace_s: 3_600 }));
    const other = await team.token({ agent: 'walt', boards: ['line'] });
    const all = [first, second, third, heir, other, { token: bystander }];
    const live = () => Promise.all(all.map(({ token }) => works(token)));
    expect(await live()).toEqual([true, true, true, true, true, true]);
    await team.revoke(third.id);
    expect(await live()).toEqual([false, false, false, true, true, true]);
    await team.revoke(third.id);
    expect((await team.audit('line', 'walt')).slice(-5)).toEqual([
      'token.rotated',
      'token.created',
      ...Array.from({ length: 3 }, () => 'token.revoked'),
    ]);
  });

  it('is not rotated once revoked, and not by a member', async () => {
    const [gone, own] = [await team.token({ agent: 'bob' }), await team.token({ agent: 'bob' })];
    await team.revoke(gone.id);
    expect((await team.rotate(gone.id)).error?.code).toBe('not_live');
    expect((await team.rotate(own.id, {}, own.token)).error?.code).toBe('forbidden');
    expect((await team.rotate(999_999)).error?.code).toBe('not_found');
    expect(await works(own.token)).toBe(true);
  });

  it.each([{ grace_s: -1 }, { grace_s: 604_801 }, { grace_s: '5' }, { grace_s: 1.5 }, { expires_in_s: 0 }, { x: 1 }])(
    'is not rotated by %j',
    async (body) => {
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
      const request = { method: 'POST', path: '/tokens/1/rotate', headers, body };
      expectProblem(await rawRequest(service.url, request), 400, 'bad_request');
    },
  );

  it('is shown once to who rotates under a key, and kept nowhere', async () => {
    const old = await team.token({ agent: 'alice', boards: ['ops'] });
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'idempotency-key': 'rotate-it' };
    const request = { method: 'POST', path: `/tokens/${old.id}/rotate`, headers, body: { grace_s: 5 } };
    const made = JSON.parse((await rawRequest(service.url, request)).text) as {
      id: number;
      prefix: string;
      token: string;
    };
    const again = await rawRequest(service.url, request);
    expect(expectProblem(again, 409, 'already_created')).toMatchObject({ token_id: made.id, prefix: made.prefix });
    const kept = await service.database.read((manager) =>
      manager.query<{ answer: string }[]>('SELECT answer FROM idempotency_key'),
    );
    expect(kept.map(({ answer }) => answer).join()).not.toContain(made.token.slice(12));
    expect(await works(made.token)).toBe(true);
  });

  it('tells the minute in which it was used last', async () => {
    const { id, token } = await team.token({ agent: 'alice' });
    service.clock.ms += 95_000;
    expect(await works(token)).toBe(true);
    await until(async () => (await listed(id))?.last_used_at === '2026-11-30T12:01:00.000Z');
    expect((await listed(1))?.last_used_at).toBeNull();
  });

  it('is written down where it is for, for operators alone', async () => {
    await team.board('told', 'olga', ['zoe']);
    const token = await team.token({ agent: 'zoe', boards: ['told'] });
    const heir = dataOf(await team.rotate(token.id));
    await team.revoke(heir.id);
    await team.revoke(heir.id);
    expect(await team.audit('told', 'zoe')).toEqual(['token.created', 'token.rotated', 'token.revoked']);
    const reader = await team.token({ agent: 'olga', boards: ['told'] });
    expect(await team.audit('told', 'zoe', reader.token)).toEqual([]);
    expect(await team.audit('ops', 'zoe')).toEqual([]);
  });
});
