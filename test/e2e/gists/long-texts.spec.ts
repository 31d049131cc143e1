import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../../support/service.js';

const path = { board: 'main' };

describe('long and odd texts', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const write = (content: string) =>
    service
      .as('alice')
      .POST('/board/{board}/write', { params: { path }, body: { notes: [{ type: 'FACT', content }] } });

  it('a content of 64 KiB is kept as the detail, one byte more is refused', async () => {
    expect((await write('x'.repeat(65_536))).data?.results[0]).toMatchObject({ status: 'admitted', truncated: true });
    const { error } = await write('x'.repeat(65_537));
    expect(error).toMatchObject({ code: 'nothing_admitted', results: [{ code: 'detail_too_large' }] });
  });

  it.each(['9999-12-31T23:59:59-23:00', '0000-01-01T00:00:00Z'])(
    'a time beyond what is stored, %s, is refused',
    async (since) => {
      const { response } = await service
        .as('alice')
        .GET('/board/{board}/grep', { params: { path, query: { q: 'x', since } } });
      expect(response.status).toBe(400);
    },
  );

  it('the tag of a view is none of another process', async () => {
    const tagOf = async (): Promise<string | null> => {
      const { response } = await service.as('alice').GET('/board/{board}/read', { params: { path }, parseAs: 'text' });
      return response.headers.get('etag');
    };
    expect(await tagOf()).toMatch(/^W\/"[\w-]{8}-text-1-x-x-0"$/);
  });

  it('details are searched in full, in small ranges', async () => {
    const notes = Array.from({ length: 100 }, (_, place) => ({
      type: 'FACT',
      content: `n${place}`,
      detail: `word${place}.`,
    }));
    for (let round = 0; round < 4; round += 1) {
      await service.as('bob').POST('/board/{board}/write', { params: { path }, body: { notes } });
    }
    const query = { q: 'word7.', in: 'detail' as const, limit: 1 };
    const { data } = await service.as('bob').GET('/board/{board}/grep', { params: { path, query } });
    expect([data?.total, data?.returned]).toEqual([4, 1]);
  });
});
