import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BoardClient, openBoard } from '../../support/board-client.js';
import { startService, type TestService } from '../../support/service.js';

// Two services on one MySQL store; an embedded store has one service.
const onMysql = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite' ? describe.skip : describe;

const PATCH = 'files=src/a.ts | idea=cap it | evidence=12 passed';

onMysql('two services on one store', () => {
  let a: TestService;
  let b: TestService;
  let onA: (agent: string) => BoardClient;
  let onB: (agent: string) => BoardClient;
  beforeAll(async () => {
    a = await startService();
    b = await startService({ store: a.store, clock: a.clock });
  });
  afterAll(async () => {
    await b.stop();
    await a.close();
  });
  beforeEach(async () => {
    onA = await openBoard(a);
    const { board } = onA('alice');
    onB = (agent) => new BoardClient(b, board, agent);
    await onB('bob').text();
  });

  /** What a service shows of the board, in every form. */
  const shownBy = async (on: (agent: string) => BoardClient): Promise<readonly unknown[]> => [
    await on('carol').text(),
    await on('carol').live(),
    await on('carol').readAll(),
    await on('carol').grep('!"in no text"', { kinds: 'all' }),
  ];

  it('show a write at once on the other one, in every form', async () => {
    for (let round = 1; round <= 20; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [onB, onA] : [onA, onB];
      const label = await writer('alice').add('FACT', `round ${round}.`);
      expect(label).toBe(`G${round}`);
      expect(await reader('bob').text()).toContain(`${label} FACT alice`);
      expect((await reader('bob').readAll()).head).toBe(round);
      expect(await reader('bob').find(`round ${round}.`)).toEqual([label]);
      expect((await reader('bob').unfold(label)).missing).toEqual([]);
    }
  });

  it('relate patches and fails across each other', async () => {
    const work = { delegation_id: 'w1' };
    await onA('alice').add('PATCH_SUMMARY', PATCH, work);
    await onB('alice').add('FAIL', 'it hangs', work);
    await onA('alice').add('PATCH_SUMMARY', PATCH, work);
    await onB('bob').add('FAIL', 'it hangs', { invalidates: 'G3' });
    await onB('alice').add('PATCH_SUMMARY', PATCH, work);
    for (const on of [onA, onB]) {
      const { matches } = await on('carol').grep('cap it');
      expect(matches.map(({ label, status, fails_before }) => [label, status, fails_before])).toEqual([
        ['G5', 'candidate', 2],
        ['G3', 'superseded', 1],
        ['G1', 'superseded', undefined],
      ]);
    }
  });

  it('stamp an entry when it gets its place, however long it waited for that', async () => {
    const holder = a.database.writer.createQueryRunner();
    const waiting = `SELECT COUNT(*) AS n FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'UPDATE board%'`;
    await holder.startTransaction();
    await holder.query('SELECT id FROM board WHERE slug = ? FOR UPDATE', [onA('alice').board]);
    const writing = onB('alice').add('CLAIM', 'fixing src/a.ts', { ttl_s: 60 });
    const hasToWait = async (): Promise<boolean> => {
      const [row] = await a.database.read((manager) => manager.query<{ n: number }[]>(waiting));
      return Number(row?.n) > 0;
    };
    while (!(await hasToWait()));
    const asked = a.clock.ms;
    a.clock.ms = asked + 1_000;
    await holder.rollbackTransaction();
    await holder.release();
    await writing;
    const [claim] = (await onA('bob').readAll()).items;
    expect([claim?.at, claim?.expires_at].map((text) => Date.parse(text ?? ''))).toEqual([
      asked + 1_000,
      asked + 61_000,
    ]);
  });

  it('renew, overlap and release claims across each other', async () => {
    await onA('alice').add('CLAIM', 'fixing src/a.ts', { ttl_s: 2 });
    const overlapping = await onB('bob').write([{ type: 'CLAIM', content: 'reading src/a.ts' }]);
    expect(overlapping.data.results[0]?.overlaps).toEqual(['G1']);
    await onB('alice').add('CLAIM', 'fixing src/a.ts', { ttl_s: 60 });
    expect((await onA('alice').release('G1', { outcome: 'done' })).data.label).toBe('G3');
    for (const on of [onA, onB])
      expect((await on('carol').readAll()).items.map(({ status }) => status)).toEqual([
        'superseded',
        'live',
        'released',
      ]);
  });

  it('let a claim end at the same instant on both', async () => {
    await onA('alice').add('CLAIM', 'fixing src/a.ts', { ttl_s: 2 });
    a.clock.ms += 1_999;
    for (const on of [onA, onB]) expect(await on('bob').text()).toContain('claims 1');
    a.clock.ms += 1;
    for (const on of [onA, onB]) expect(await on('bob').text()).toContain('claims 0');
  });

  it('leave exactly one live claim of 50 renewals at once', async () => {
    await onA('alice').add('CLAIM', 'fixing src/a.ts');
    await Promise.all(
      Array.from({ length: 50 }, (_, turn) => (turn % 2 ? onA : onB)('alice').add('CLAIM', 'fixing src/a.ts')),
    );
    for (const on of [onA, onB]) {
      const { items } = await on('bob').readAll();
      expect(items.map(({ label }) => label)).toEqual(items.map((_, place) => `G${place + 1}`));
      expect(items).toHaveLength(51);
      expect(items.filter(({ status }) => status === 'live').map(({ label }) => label)).toEqual(['G51']);
      expect(items.map(({ refs }) => refs)).toEqual(items.map((_, place) => (place === 0 ? undefined : [`G${place}`])));
    }
  });

  it('leave exactly one live patch of 50 of one work at once', async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        (turn % 2 ? onA : onB)('alice').add('PATCH_SUMMARY', `${PATCH} in turn ${turn}`, { delegation_id: 'w1' }),
      ),
    );
    for (const on of [onA, onB]) {
      const { matches } = await on('bob').grep('cap it');
      expect(matches.map(({ status }) => status)).toEqual([
        'candidate',
        ...Array.from({ length: 49 }, () => 'superseded'),
      ]);
      expect((await on('bob').live()).items.map(({ label }) => label)).toEqual(['G50']);
    }
  });

  it('show the same bytes after 50 releases of one claim at once, of which one counts', async () => {
    await onA('alice').add('CLAIM', 'fixing src/a.ts');
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => (turn % 2 ? onA : onB)('alice').release('G1', { outcome: 'done' })),
    );
    expect(replies.map(({ data }) => data.head)).toEqual(replies.map(() => 2));
    expect(await shownBy(onB)).toEqual(await shownBy(onA));
  });

  it('show a redaction on the other one, also where that held the text already', async () => {
    await onA('alice').add('FACT', 'the customer is Zebedee', { detail: 'Ophidian street' });
    expect(await onB('bob').text()).toContain('Zebedee');
    await onA('harness').redact('G1', 'a name');
    expect(JSON.stringify(await shownBy(onB))).not.toMatch(/zebedee|ophidian/i);
    expect((await onB('bob').unfold('G1')).items[0]?.detail).toBe('[redacted by an operator]');
    expect(await shownBy(onB)).toEqual(await shownBy(onA));
  });
});
