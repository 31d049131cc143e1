import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.js';

describe('a first walk through the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('writes, reads, searches and unfolds a note', async () => {
    const alice = service.as('alice');
    const note = { type: 'FACT', content: 'retry budget lives in src/net/retry.ts', detail: 'see line 40' };
    const path = { board: 'main' };
    const written = await alice.POST('/board/{board}/write', { params: { path }, body: { notes: [note] } });
    expect(written.response.status).toBe(201);
    expect(written.data).toEqual({ board: 'main', head: 1, results: [{ index: 0, status: 'admitted', label: 'G1' }] });
    const read = await service.as('bob').GET('/board/{board}/read', { params: { path }, parseAs: 'text' });
    expect(read.data).toContain('G1 FACT alice 2026-11-30 12:00 retry budget lives in src/net/retry.ts ⊕');
    const found = await alice.GET('/board/{board}/grep', { params: { path, query: { q: 'BUDGET & retry.ts' } } });
    expect(found.data?.matches.map(({ label }) => label)).toEqual(['G1']);
    const unfolded = await alice.GET('/board/{board}/unfold', { params: { path, query: { labels: 'G1' } } });
    expect(unfolded.data?.items.map(({ detail }) => detail)).toEqual(['see line 40']);
  });
});
