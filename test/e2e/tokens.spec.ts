import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { components } from '../../client/api.js';
import { isOnMysql } from '../support/database-kind.js';
import { expectProblem, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';

type NewToken = components['schemas']['NewTokenDto'];
const OPERATOR_TOKEN = 'operator-token-0123456789abcdef';
const ENV = { BOARD_AUTH: 'token', BOARD_OPERATOR_TOKEN: OPERATOR_TOKEN };

async function make(service: TestService, agent: string, kind?: 'member' | 'operator'): Promise<NewToken> {
  const body = { agent, ...(kind === undefined ? {} : { kind }) };
  const { data, error } = await service.withToken(OPERATOR_TOKEN).POST('/tokens', { body });
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const revoke = (service: TestService, id: number, by = OPERATOR_TOKEN) =>
  service.withToken(by).DELETE('/tokens/{id}', { params: { path: { id: String(id) } } });

const statusWith = async (service: TestService, token: string): Promise<number> =>
  (await service.withToken(token).GET('/whoami')).response.status;

/** Every value of every row of a table, as text; bytes as they are and in hexadecimal. */
async function valuesOf(service: TestService, table: string): Promise<string> {
  const rows = await service.database.read((manager) => manager.query<object[]>(`SELECT * FROM ${table}`));
  const text = (value: unknown): string =>
    Buffer.isBuffer(value) ? `${value.toString('latin1')} ${value.toString('hex')}` : String(value);
  return rows.map((row) => Object.values(row).map(text).join('\n')).join('\n');
}

describe('tokens', () => {
  let service: TestService;
  let bystander: NewToken;
  beforeAll(async () => {
    service = await startService({ env: ENV });
    bystander = await make(service, 'bystander');
  });
  afterAll(() => service.close());

  it('are made for a member unless an operator is asked for', async () => {
    const token = await make(service, 'alice');
    expect(token).toEqual({
      id: expect.any(Number),
      agent: 'alice',
      kind: 'member',
      boards: null,
      prefix: token.token.slice(0, 12),
      created_at: '2026-11-30T12:00:00.000Z',
      expires_at: null,
      last_used_at: null,
      rotated_to: null,
      revoked_at: null,
      token: expect.stringMatching(/^gbt_[\w-]{43}$/),
    });
    expect((await make(service, 'alice', 'operator')).kind).toBe('operator');
  });

  it('are never the same', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => make(service, 'alice')));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(10);
  });

  it('belong to the canonical spelling of their agent', async () => {
    await make(service, 'Trent');
    expect((await make(service, 'TRENT')).agent).toBe('Trent');
  });

  it('are stored as their SHA-256 alone', async () => {
    const { token } = await make(service, 'alice');
    const digest = createHash('sha256').update(token).digest('hex');
    const stored = await valuesOf(service, 'token');
    expect(stored).toContain(digest);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(token.slice(12));
    expect(stored).not.toContain(OPERATOR_TOKEN);
  });

  it('do not work once revoked, from the next request on, while others do', async () => {
    const [revoked, other] = [await make(service, 'bob'), await make(service, 'bob')];
    expect(await statusWith(service, revoked.token)).toBe(200);
    const { data } = await revoke(service, revoked.id);
    expect(data).toMatchObject({ id: revoked.id, agent: 'bob', revoked_at: expect.stringMatching(/Z$/) });
    expect(await statusWith(service, revoked.token)).toBe(401);
    expect(await statusWith(service, other.token)).toBe(200);
    expect(await statusWith(service, bystander.token)).toBe(200);
  });

  it('of operators do not work once revoked either', async () => {
    const operator = await make(service, 'olivia', 'operator');
    expect((await service.withToken(operator.token).GET('/tokens')).response.status).toBe(200);
    await revoke(service, operator.id);
    expect((await service.withToken(operator.token).GET('/tokens')).response.status).toBe(401);
  });

  it('stay revoked as of the first time', async () => {
    const { id } = await make(service, 'carol');
    const first = await revoke(service, id);
    const again = await revoke(service, id);
    expect(again.response.status).toBe(200);
    expect(again.data).toEqual(first.data);
  });

  it('that are not there can not be revoked', async () => {
    expect((await revoke(service, 999_999)).response.status).toBe(404);
    for (const id of ['0', 'x', '1e3', '-1', '1'.repeat(16)]) {
      const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
      expectProblem(
        await rawRequest(service.url, { method: 'DELETE', path: `/tokens/${id}`, headers }),
        400,
        'bad_request',
      );
    }
  });

  it('are listed newest first, page by page, revoked ones too, and without their text', async () => {
    const made: NewToken[] = [];
    for (const agent of ['p1', 'p2', 'p3']) made.push(await make(service, agent));
    const [p1, p2, p3] = made as [NewToken, NewToken, NewToken];
    const { data: gone } = await revoke(service, p2.id);
    const operator = service.withToken(OPERATOR_TOKEN);
    const first = await operator.GET('/tokens', { params: { query: { limit: 2 } } });
    const { token: _, ...listed } = p3;
    expect(first.data).toEqual({ items: [listed, gone], next_before: p2.id });
    const second = await operator.GET('/tokens', { params: { query: { limit: 1, before: p2.id } } });
    expect(second.data?.items.map(({ id }) => id)).toEqual([p1.id]);
    const last = await operator.GET('/tokens', { params: { query: { before: bystander.id } } });
    expect(last.data).toEqual({ items: [], next_before: null });
  });

  it("are operators' business only", async () => {
    const { token } = await make(service, 'dave');
    const member = service.withToken(token);
    const answers = [
      await member.POST('/tokens', { body: { agent: 'dave' } }),
      await member.GET('/tokens'),
      await revoke(service, bystander.id, token),
    ];
    expect(answers.map(({ response }) => response.status)).toEqual([403, 403, 403]);
    expect(answers.map(({ error }) => error?.code)).toEqual(['forbidden', 'forbidden', 'forbidden']);
    expect(await statusWith(service, bystander.token)).toBe(200);
  });

  it.each([
    [{ agent: 'all' }, 422],
    [{ agent: 'System' }, 422],
    [{ agent: 'harness' }, 422],
    [{ agent: 'HARNESS', kind: 'member' }, 422],
    [{ agent: 'all', kind: 'operator' }, 422],
    [{ agent: 'system', kind: 'operator' }, 422],
    [{ agent: 'a b' }, 400],
    [{ agent: 'a'.repeat(65) }, 400],
    [{ agent: null }, 400],
    [{ agent: ['alice'] }, 400],
    [{}, 400],
    [{ agent: 'alice', kind: 'owner' }, 400],
    [{ agent: 'alice', kind: null }, 400],
    [{ agent: 'alice', token: 'gbt_mine' }, 400],
    [{ agent: 'alice', boards: [] }, 400],
    [{ agent: 'alice', boards: ['Main'] }, 400],
    [{ agent: 'alice', boards: 'main' }, 400],
    [{ agent: 'alice', boards: ['main'], kind: 'operator' }, 400],
    [{ agent: 'alice', expires_in_s: 0 }, 400],
    [{ agent: 'alice', expires_in_s: 1.5 }, 400],
    [{ agent: 'alice', expires_in_s: '60' }, 400],
    [{ agent: 'alice', expires_in_s: 31_536_001 }, 400],
  ])('are not made for %j: %s', async (body, status) => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const answer = await rawRequest(service.url, { method: 'POST', path: '/tokens', headers, body });
    expectProblem(answer, status, status === 422 ? 'reserved_name' : 'bad_request');
  });

  it('of the operator by name are the operator, whichever operator made them', async () => {
    const other = await make(service, 'ops', 'operator');
    const { data } = await service
      .withToken(other.token)
      .POST('/tokens', { body: { agent: 'Harness', kind: 'operator' } });
    expect(data).toMatchObject({ agent: 'harness', kind: 'operator' });
    const who = await service.withToken(data?.token ?? '').GET('/whoami');
    expect(who.data).toMatchObject({ agent: 'harness', kind: 'operator' });
  });

  it('are not shown again to a repeat under the same key, nor kept for it', async () => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'idempotency-key': 'make-a-token' };
    const request = { method: 'POST', path: '/tokens', headers, body: { agent: 'erin' } };
    const made = await rawRequest(service.url, request);
    const { token, id, prefix } = JSON.parse(made.text) as NewToken;
    expect(made.status).toBe(201);
    const again = await rawRequest(service.url, request);
    expect(expectProblem(again, 409, 'already_created')).toMatchObject({ token_id: id, prefix, instance: '/tokens' });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).not.toContain(token);
    const kept = await valuesOf(service, 'idempotency_key');
    expect(kept).toContain('already_created');
    expect(kept).not.toContain(token.slice(12));
    expect(await statusWith(service, token)).toBe(200);
  });
});

if (isOnMysql) {
  describe('tokens on two replicas', () => {
    it('revoked on one do not work on the other, from the next request on', async () => {
      const one = await startService({ env: ENV });
      const other = await startService({ env: ENV, store: one.store });
      try {
        const [revoked, live] = [await make(one, 'alice'), await make(one, 'alice')];
        expect(await statusWith(other, revoked.token)).toBe(200);
        await revoke(one, revoked.id);
        expect(await statusWith(other, revoked.token)).toBe(401);
        expect(await statusWith(other, live.token)).toBe(200);
      } finally {
        await other.stop();
        await one.close();
      }
    });
  });
}
