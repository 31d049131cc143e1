import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';

const path = { board: 'main' };

describe('what a caller names', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
    const alice = service.as('alice');
    await alice.POST('/board/{board}/write', { params: { path }, body: { text: 'FACT by alice' } });
    await service.as('bob').POST('/board/{board}/write', { params: { path }, body: { text: 'FACT by bob' } });
    const body = { to: 'bob', body: 'for bob alone' };
    await alice.POST('/board/{board}/messages', { params: { path }, body });
  });
  afterAll(() => service.close());

  it('an author, in any case', async () => {
    const client = service.as('bob');
    const found = await client.GET('/board/{board}/grep', { params: { path, query: { q: 'by', author: 'ALICE' } } });
    expect(found.data?.matches.map(({ label }) => label)).toEqual(['G1']);
    const query = { author: 'Alice', format: 'json' as const };
    const read = await client.GET('/board/{board}/read', { params: { path, query } });
    expect((read.data as { items?: { label: string }[] }).items?.map(({ label }) => label)).toEqual(['G1']);
    const nobody = await client.GET('/board/{board}/grep', { params: { path, query: { q: 'by', author: 'zoe' } } });
    expect(nobody.data?.total).toBe(0);
  });

  it.each(['2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z', '2026-04-31T12:00:00+02:00'])(
    'a day that there is not: %s',
    async (since) => {
      const { response, error } = await service
        .as('bob')
        .GET('/board/{board}/grep', { params: { path, query: { q: 'by', since } } });
      expect([response.status, error?.errors?.[0]?.path]).toEqual([400, 'since']);
    },
  );

  it('an entry that is not for it, with the answer for one that is not there', async () => {
    const release = async (label: string) => {
      const params = { path: { board: 'main', label } };
      const carol = service.as('carol');
      const { error } = await carol.POST('/board/{board}/claims/{label}/release', {
        params,
        body: { outcome: 'done' },
      });
      return { code: error?.code, detail: error?.detail.replace(label, '<label>') };
    };
    expect(await release('G3')).toEqual(await release('G99'));
    expect(await release('G1')).toEqual({ code: 'not_a_claim', detail: '<label> is no CLAIM. Name the label of one.' });
  });

  it('headings and blank lines of a text are counted, not lost', async () => {
    const text = '# today\n\nFACT one\n---\nFACT two';
    const { data } = await service.as('alice').POST('/board/{board}/write', { params: { path }, body: { text } });
    expect([data?.results.length, data?.skipped]).toEqual([2, 3]);
  });
});
