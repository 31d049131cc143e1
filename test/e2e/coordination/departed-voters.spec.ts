import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementClient, confirmedIn } from '../../support/agreement-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';

let service: TestService;
let as: (agent: string) => AgreementClient;
let elsewhere: AgreementClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  // Another board with an open proposal of the same agents, which nothing here may touch.
  elsewhere = new AgreementClient(service, (await openTurns(service))('alice').board, 'alice');
  await elsewhere.propose('elsewhere', { required: 3 });
  const { board } = (await openTurns(service))('alice');
  as = (agent) => new AgreementClient(service, board, agent);
});

const remove = (agent: string) =>
  service.as('harness').DELETE('/board/{board}/members/{agent}', {
    params: { path: { board: as('alice').board, agent } },
  });

describe('an open proposal', () => {
  it('ends when its proposer is removed, and the entry says why', async () => {
    const label = await as('alice').propose();
    await as('bob').confirm(label);
    await remove('alice');
    const proposal = await as('bob').newest();
    expect([proposal.status, proposal.awaited, confirmedIn(proposal)]).toEqual(['revoked', [], ['bob']]);
    const params = { path: { board: as('bob').board }, query: { labels: proposal.ended_by ?? '' } };
    const { data } = await service.as('bob').GET('/board/{board}/unfold', { params });
    expect(data?.items).toMatchObject([
      {
        kind: 'answer',
        type: 'revoked',
        author: 'harness',
        content: 'G1 can not be approved any more: alice is not on this board now. Propose again.',
      },
    ]);
    expect((await elsewhere.newest()).status).toBe('open');
    expect(await as('bob').propose('again')).not.toBe(label);
  });

  it('ends when a voter is removed that it needs, and stays open where others are enough', async () => {
    const label = await as('alice').propose();
    await remove('carol');
    expect((await as('alice').newest()).status).toBe('open');
    await remove('bob');
    expect((await as('alice').newest()).status).toBe('revoked');
    expect((await as('alice').confirm(label)).problem.code).toBe('not_open');
  });

  it('stays open without who has confirmed it, and is approved by the rest', async () => {
    const label = await as('alice').propose();
    await as('bob').confirm(label);
    await remove('bob');
    await remove('carol');
    expect((await as('alice').confirm(label)).data.proposal.status).toBe('approved');
  });

  it('of an operator, who is no member, waits for it', async () => {
    const label = await as('harness').propose('go', { voters: ['alice', 'bob'] });
    await remove('bob');
    await as('alice').confirm(label);
    expect((await as('harness').confirm(label)).data.proposal.status).toBe('approved');
  });

  it('stays open where any agent may use the board, so that whoever was removed may come', async () => {
    const { board } = as('alice');
    await service.as('harness').PUT('/board/{board}/members/{agent}', { params: { path: { board, agent: '*' } } });
    await as('alice').propose('go', { voters: ['bob'] });
    await remove('bob');
    expect((await as('alice').newest()).status).toBe('open');
  });
});
