import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard, send } from '../../support/board-client.js';
import { NOON } from '../../support/fixed-clock.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let alice: BoardClient;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.clock.ms = NOON;
  alice = (await openBoard(service))('alice');
  await alice.add('FACT', 'a');
  await alice.add('CLAIM', 'fixing src/a.ts', { ttl_s: 2 });
});

/** The status and tag of a read by somebody who holds the view with the tag `known`. */
async function read(known?: string, query = ''): Promise<{ status: number; etag: string; text: string }> {
  const headers: Record<string, string> = known === undefined ? {} : { 'If-None-Match': known };
  const answer = await send(service, `/board/${alice.board}/read${query}`, { agent: 'bob', headers });
  return { status: answer.status, etag: answer.headers.get('etag') ?? 'none', text: answer.text };
}

describe('the tag of a full view', () => {
  it.each(['', '?format=json'])('answers 304 without a body while nothing has changed: %s', async (query) => {
    const { status, etag, text } = await read(undefined, query);
    expect(status).toBe(200);
    expect(text).toContain('fixing src/a.ts');
    expect(await read(etag, query)).toEqual({ status: 304, etag, text: '' });
    expect((await read(`W/"other", ${etag}`, query)).status).toBe(304);
    expect((await read('W/"other"', query)).status).toBe(200);
  });

  it('changes with a write', async () => {
    const { etag } = await read();
    await alice.add('FACT', 'b');
    const next = await read(etag);
    expect(next.status).toBe(200);
    expect(next.etag).not.toBe(etag);
    expect(next.text).toContain('G3 FACT alice 12:00 b');
  });

  it('changes at the very instant at which a claim ends', async () => {
    const { etag } = await read();
    service.clock.ms = NOON + 1_999;
    expect((await read(etag)).status).toBe(304);
    service.clock.ms = NOON + 2_000;
    const next = await read(etag);
    expect(next.status).toBe(200);
    expect(next.etag).not.toBe(etag);
    expect(next.text).not.toContain('fixing src/a.ts');
  });

  it('changes with a release and with a redaction', async () => {
    const first = await read();
    await alice.release('G2', { outcome: 'done' });
    const released = await read(first.etag);
    expect([released.status, released.text.includes('fixing')]).toEqual([200, false]);
    const operator = service.as('harness');
    const path = { board: alice.board, label: 'G1' };
    await operator.POST('/board/{board}/entries/{label}/redact', { params: { path }, body: { reason: 'test' } });
    const redacted = await read(released.etag);
    expect([redacted.status, redacted.text.includes('[redacted by an operator]')]).toEqual([200, true]);
  });

  it('is another for the text and for the JSON', async () => {
    expect((await read((await read()).etag, '?format=json')).status).toBe(200);
  });

  it('is not given to a narrowed view', async () => {
    const { etag } = await read();
    for (const query of ['?type=FACT', '?after=G1', '?before=G2', '?author=alice', '?budget=500']) {
      expect(await read(etag, query)).toMatchObject({ status: 200, etag: 'none' });
    }
  });
});
