import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementClient, confirmedIn, STATEMENT } from '../../support/agreement-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

let service: TestService;
let open: (agent: string) => TurnsClient;
let as: (agent: string) => AgreementClient;
let alice: AgreementClient;
let bob: AgreementClient;
let carol: AgreementClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  // Another board with an open proposal, which nothing here may touch.
  const other = (await openTurns(service))('alice').board;
  await new AgreementClient(service, other, 'alice').propose('elsewhere');
  open = await openTurns(service);
  as = (agent) => new AgreementClient(service, open('alice').board, agent);
  [alice, bob, carol] = [as('alice'), as('bob'), as('carol')];
});
const head = async (): Promise<number> => (await alice.plan()).head;

describe('a proposal', () => {
  it('starts at none, and waits for all members', async () => {
    const { status, data } = await alice.tryPropose(' Move the budget.\r\nbob keeps the tests. ');
    expect(status).toBe(201);
    expect(data).toEqual({
      board: alice.board,
      head: 1,
      proposal: {
        label: 'G1',
        status: 'open',
        proposer: 'alice',
        text: 'Move the budget.\nbob keeps the tests.',
        at: '2026-11-30T12:00:00.000Z',
        deadline_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        required: 2,
        missing: 2,
        voters: ['alice', 'bob', 'carol'],
        confirmed: [],
        declined: [],
        awaited: ['alice', 'bob', 'carol'],
        ended_by: null,
      },
    });
    const left = Date.parse(data.proposal.deadline_at) - Date.now();
    expect(left).toBeGreaterThan(86_300_000);
    expect(left).toBeLessThanOrEqual(86_401_000);
    expect(await carol.plan()).toEqual({ ...data, statement: STATEMENT });
    expect((await open('bob').unfold('G1')).items).toMatchObject([{ kind: 'proposal', author: 'alice' }]);
  });

  it('is approved by as many as are required, its proposer among them', async () => {
    const label = await alice.propose('go', { required: 2 });
    expect((await bob.confirm(label)).data.proposal).toMatchObject({
      status: 'open',
      missing: 1,
      awaited: ['alice'],
    });
    expect((await carol.confirm(label)).data.proposal).toMatchObject({
      status: 'open',
      missing: 1,
      awaited: ['alice'],
    });
    const { data } = await alice.confirm(label.toLowerCase());
    expect(data.proposal).toMatchObject({ status: 'approved', missing: 0, awaited: [], ended_by: 'G4' });
    expect(confirmedIn(data.proposal)).toEqual(['bob', 'carol', 'alice']);
    expect(await bob.newest()).toEqual(data.proposal);
  });

  it('that is approved answers its state to a late confirmation, and nothing is written', async () => {
    const label = await alice.propose();
    for (const agent of [alice, bob]) await agent.confirm(label);
    const late = await carol.confirm(label);
    expect([late.status, late.data.head, confirmedIn(late.data.proposal)]).toEqual([200, 3, ['alice', 'bob']]);
    expect((await carol.decline(label)).problem.code).toBe('not_open');
    expect((await alice.revoke(label)).problem.code).toBe('not_open');
    await bob.propose('next');
    expect((await carol.confirm(label)).data.proposal.status).toBe('approved');
    expect(await head()).toBe(4);
  });

  it('counts an agent once', async () => {
    const label = await alice.propose();
    for (const newHead of [2, 2]) expect((await bob.confirm(label)).data.head).toBe(newHead);
    expect((await alice.newest()).missing).toBe(1);
  });

  it('replaces the open one and starts at none', async () => {
    const first = await alice.propose('first');
    await alice.confirm(first);
    const second = await bob.propose('second');
    const { items } = await carol.list();
    expect(items.map(({ label, status, missing, ended_by }) => [label, status, missing, ended_by])).toEqual([
      [second, 'open', 2, null],
      [first, 'replaced', 1, second],
    ]);
    const { status, problem } = await carol.confirm(first);
    expect([status, problem.code]).toEqual([409, 'not_open']);
    expect(problem.detail).toBe('G1 is replaced by G3. Open is G3: read it first.');
  });

  it.each(['G99', 'a note'])('is not to be confirmed as %s', async (what) => {
    await alice.propose();
    const label = what === 'G99' ? what : await open('bob').add('FACT', 'x');
    const { status, problem } = await bob.confirm(label);
    expect([status, problem.code]).toEqual([409, 'not_open']);
    expect(problem.detail).toBe(`${label} is no proposal. Open is G1: read it first.`);
  });

  it('ends at its deadline, by the clock of the database', async () => {
    const label = await alice.propose('soon', { deadline_s: 1 });
    await alice.confirm(label);
    await until(async () => (await alice.newest()).status === 'expired');
    const { problem } = await bob.confirm(label);
    expect([problem.code, problem.detail]).toEqual(['not_open', 'G1 is expired. No proposal is open.']);
    // Whether or not alice was in time.
    const before = await head();
    const next = await bob.propose('again');
    expect((await alice.list()).items.map(({ status, ended_by }) => [status, ended_by])).toEqual([
      ['open', null],
      ['expired', null],
    ]);
    expect(next).toBe(`G${before + 1}`);
  });

  it('happens once for an Idempotency-Key, also where it was replaced since', async () => {
    const once = await alice.tryPropose('first', {}, 'k1');
    await bob.propose('second');
    expect((await alice.tryPropose('first', {}, 'k1')).data).toEqual(once.data);
    expect((await bob.newest()).text).toBe('second');
  });
});

describe('the statement', () => {
  it('is checked first, byte for byte; the refusal quotes it', async () => {
    const label = await alice.propose();
    for (const wrong of [`${STATEMENT} `, STATEMENT.toLowerCase(), 'yes', '', STATEMENT.replace('BOTH', 'ВOTH')]) {
      for (const named of [label, 'G99']) {
        const { status, problem } = await bob.confirm(named, wrong);
        expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'wrong_statement', 'statement']);
        expect(problem.detail).toContain(`"${STATEMENT}"`);
        expect(problem.detail).toContain('Do not confirm what is not true');
      }
    }
    expect([await head(), confirmedIn(await alice.newest())]).toEqual([1, []]);
  });

  it('counts by the operation alone: nobody confirms by writing it down', async () => {
    const label = await alice.propose();
    await open('bob').add('FACT', STATEMENT.slice(0, 100));
    await open('bob').send('alice', STATEMENT, {});
    expect([label, confirmedIn(await alice.newest())]).toEqual(['G1', []]);
  });
});

describe('voters', () => {
  it('that are named may answer, with the proposer, and nobody else', async () => {
    const label = await alice.propose('go', { voters: ['BOB', 'alice'] });
    expect((await alice.newest()).voters).toEqual(['alice', 'bob']);
    for (const refused of [carol.confirm(label), carol.decline(label), as('harness').confirm(label)]) {
      const { status, problem } = await refused;
      expect([status, problem.code, problem.detail]).toEqual([
        ...[403, 'forbidden', 'G1: You are none of its voters: alice, bob.'],
      ]);
    }
    expect((await bob.confirm(label)).status).toBe(200);
  });

  it('that nobody knows are refused', async () => {
    const { status, problem } = await alice.tryPropose('go', { voters: ['carol', 'bobb'] });
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'unknown_agent', 'voters.1']);
    expect(problem.detail).toContain('Did you mean bob?');
    expect(await head()).toBe(0);
  });

  it.each([
    [4, undefined, 3],
    [3, ['bob'], 2],
    [2, ['alice'], 1],
  ])('must be as many as are required: %i of %j', async (required, voters, count) => {
    const { status, problem } = await alice.tryPropose('go', { required, ...(voters === undefined ? {} : { voters }) });
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'not_enough_voters', 'required']);
    expect(problem.detail).toContain(`must be at most ${count}`);
    expect(
      (await alice.tryPropose('go', { required: count, ...(voters === undefined ? {} : { voters }) })).status,
    ).toBe(201);
  });

  it('of a board that is open to all are all', async () => {
    await service.as('harness').PUT('/board/{board}/members/{agent}', {
      params: { path: { board: alice.board, agent: '*' } },
    });
    const label = await alice.propose('go', { required: 16 });
    expect(await alice.newest()).toMatchObject({ voters: null, awaited: ['alice'], missing: 16 });
    expect((await as('stranger').confirm(label)).data.proposal).toMatchObject({ missing: 15, awaited: ['alice'] });
  });
});

describe('declining', () => {
  it('is an answer to all, and closes nothing', async () => {
    const label = await alice.propose();
    const { data } = await bob.decline(label, ' G9 is\nin the way ');
    expect(data.proposal).toMatchObject({
      status: 'open',
      declined: [{ agent: 'bob', reason: 'G9 is\nin the way', label: 'G2' }],
      awaited: ['alice', 'carol'],
    });
    for (const agent of [alice, carol]) await agent.confirm(label);
    expect(await bob.newest()).toMatchObject({ status: 'approved', declined: [{ agent: 'bob' }] });
  });

  it('takes back a confirmation, and a confirmation takes it back', async () => {
    const label = await alice.propose();
    await bob.confirm(label);
    expect((await bob.decline(label)).data.proposal).toMatchObject({ confirmed: [], missing: 2 });
    await alice.confirm(label);
    expect((await bob.confirm(label)).data.proposal).toMatchObject({ status: 'approved', declined: [] });
  });

  it('again in the same words writes nothing, and nobody does it without end', async () => {
    const label = await alice.propose();
    for (const newHead of [2, 2]) expect((await bob.decline(label, 'no')).data.head).toBe(newHead);
    for (let count = 2; count <= 10; count += 1) expect((await bob.decline(label, `no ${count}`)).status).toBe(200);
    const { status, problem } = await bob.decline(label, 'once more');
    expect([status, problem.errors?.[0]?.path]).toEqual([400, 'label']);
  });

  it('needs a reason', async () => {
    const label = await alice.propose();
    expect((await bob.decline(label, ' ')).problem.errors?.[0]?.path).toBe('reason');
    expect((await bob.decline(label, 'x'.repeat(1_001))).status).toBe(413);
  });
});

describe('revoking', () => {
  it.each(['alice', 'harness'])('is for %s, and ends it', async (agent) => {
    const label = await alice.propose();
    const { problem } = await bob.revoke(label);
    expect([problem.code, problem.detail]).toEqual([
      ...['forbidden', 'G1: Only alice or an operator may revoke it. Decline it, and say why.'],
    ]);
    expect((await as(agent).revoke(label, 'G9')).data).toMatchObject({ head: 2, proposal: { status: 'revoked' } });
    expect((await as(agent).revoke(label)).data.head).toBe(2);
    expect((await bob.confirm(label)).problem.detail).toBe('G1 is revoked by G2. No proposal is open.');
  });
});

describe('around proposals', () => {
  it.each([
    [{ text: '' }, 'text'],
    [{ text: 'x', required: 0 }, 'required'],
    [{ text: 'x', required: 17 }, 'required'],
    [{ text: 'x', required: 1.5 }, 'required'],
    [{ text: 'x', voters: [] }, 'voters'],
    [{ text: 'x', deadline_s: 0 }, 'deadline_s'],
    [{ text: 'x', proposer: 'bob' }, 'proposer'],
  ])('%j is refused', async (body, path) => {
    const headers = { 'x-agent': 'alice', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/board/${alice.board}/proposals`, init);
    const { errors } = (await response.json()) as { errors: { path: string }[] };
    expect([response.status, errors[0]?.path]).toEqual([400, path]);
  });

  it('strangers see nothing and answer nothing', async () => {
    const label = await alice.propose();
    expect((await as('dave').confirm(label)).status).toBe(404);
    await expect(as('dave').plan()).rejects.toThrow('404');
    expect(await head()).toBe(1);
  });

  it('a text that an operator takes away is gone from the plan too', async () => {
    const label = await alice.propose('the customer is ACME');
    await open('harness').redact(label, 'names a customer');
    expect(await bob.newest()).toMatchObject({ text: '[redacted by an operator]', status: 'open' });
  });

  it('the list goes back page by page', async () => {
    for (const text of ['a', 'b', 'c']) await alice.propose(text);
    const first = await bob.list({ limit: 2 });
    expect([first.items.map(({ text }) => text), first.next_before]).toEqual([['c', 'b'], 'G2']);
    expect((await bob.list({ before: 'G2' })).items.map(({ text }) => text)).toEqual(['a']);
  });
});
