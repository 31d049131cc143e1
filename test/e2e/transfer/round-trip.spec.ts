import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BoardClient } from '../../support/board-client.js';
import { createTestDatabase } from '../../support/database.js';
import { isOnMysql } from '../../support/database-kind.js';
import { FactsClient } from '../../support/facts-client.js';
import { LeasesClient } from '../../support/leases-client.js';
import { startService, type TestService } from '../../support/service.js';
import { exportLines, hiddenRows, importLines, NOTHING_HIDDEN } from '../../support/transfer.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';
import { labelsUpTo } from '../../support/whole-journal.js';

// Each test writes a board several times.
jest.setTimeout(180_000);

const MINUTE_MS = 60_000;

/** One of everything that a board can hold. */
async function fill(service: TestService, as: (agent: string) => TurnsClient): Promise<void> {
  const [alice, bob] = [as('alice'), as('bob')];
  await alice.add('FACT', 'the retry budget lives in src/net/retry.ts: ünïcødé 🎉 𝔤', {
    detail: 'line one\n\tline two\n',
  });
  await alice.add('FACT', `a long one ${'word '.repeat(60)}`, { delegation_id: 'w7' });
  service.clock.ms += MINUTE_MS;
  const patch = 'files=src/net/retry.ts | idea=cap the backoff | evidence=npm test -- retry: 12 passed';
  const first = await bob.add('PATCH_SUMMARY', patch, { delegation_id: 'w2' });
  await alice.add('FAIL', 'test_retry times out on CI', { invalidates: first });
  await bob.add('PATCH_SUMMARY', `${patch} | risk=slower`, { delegation_id: 'w2', final: true });
  const claim = await alice.add('CLAIM', 'rewriting src/net/retry.ts', { ttl_s: 600 });
  await bob.add('CLAIM', 'docs', { ttl_s: 30 });
  await alice.release(claim, { outcome: 'handoff', to: 'bob', note: 'tests are missing' });
  const post = await alice.send('bob', 'Is the backoff yours?\nI need it by noon.');
  await bob.send('alice', 'It is.', { reply_to: post });
  await bob.react(post, '👍');
  await alice.edit(post, 'Is the backoff yours?');
  await alice.edit(post, 'Is it yours?');
  await alice.remove(await alice.send('bob', 'unsaid'));
  await as('harness').redact(await bob.add('FACT', 'the customer is ACME', { detail: 'ACME Ltd' }), 'names a customer');
  const facts = new FactsClient(service, alice.board, 'alice');
  for (const value of ['npm test', { z: 1, a: ['2', 2] }]) await facts.set('build.command', value);
  for (const value of ['x', null, 'y']) await facts.set('flag', value);
  for (const value of ['x', null]) await facts.set('gone', value);
  const leases = new LeasesClient(service, alice.board, 'alice');
  const broken = await leases.hold(['src/net/**', 'task:release'], { intent: 'moving files' });
  await leases.renew(broken, 60);
  await new LeasesClient(service, alice.board, 'harness').break(broken, 'its session is gone');
  await leases.hold(['a.ts'], { lease_s: 0 });
  await leases.drop(await leases.hold(['b.ts']), { note: 'tests pass' });
  await service.as('harness').PUT('/board/{board}/members/{agent}', {
    params: { path: { board: alice.board, agent: 'dave' } },
  });
  service.clock.ms += MINUTE_MS;
}

/** All that the board says, to each who may look. */
async function seen(service: TestService, board: string): Promise<unknown> {
  const views: Record<string, unknown> = {};
  const facts = new FactsClient(service, board, 'alice');
  const histories = ['build.command', 'flag', 'gone'].map(async (key) => (await facts.history(key)).data.items);
  views.facts = [(await facts.list()).items, ...(await Promise.all(histories))];
  for (const agent of ['alice', 'bob', 'carol', 'harness']) {
    const client = new BoardClient(service, board, agent);
    const { matches } = await client.grep('!"in no text"', { kinds: 'all', in: 'all' });
    views[agent] = {
      read: await client.text(),
      live: (await client.live()).items,
      window: (await client.readAll()).items,
      found: matches,
      byWord: await client.find('retry & (budget | times) | ünïcødé', { kinds: 'all', in: 'all' }),
      details: (await client.unfold(labelsUpTo(matches.length).join(','))).items,
    };
  }
  return JSON.parse(JSON.stringify(views).replaceAll(board, 'BOARD')) as unknown;
}

describe('a board that was exported and imported', () => {
  let service: TestService;
  let as: (agent: string) => TurnsClient;
  let lines: readonly string[];
  beforeAll(async () => {
    service = await startService();
    as = await openTurns(service);
    await fill(service, as);
    lines = await exportLines(service, as('alice').board);
  });
  afterAll(() => service.close());

  it.each([
    ['in one part', 500],
    ['line by line', 1],
  ])('%s says the same to everybody', async (_, perPart) => {
    const copy = `copy-${perPart}`;
    expect((await importLines(service, copy, lines, perPart)).data).toMatchObject({ board: copy, done: true });
    expect(await seen(service, copy)).toEqual(await seen(service, as('alice').board));
  });

  it('exports to the same lines again, in another store', async () => {
    const other = await startService({ clock: service.clock });
    try {
      await importLines(other, as('alice').board, lines, 3);
      expect(await exportLines(other, as('alice').board)).toEqual(lines);
      expect(await hiddenRows(other)).toEqual(NOTHING_HIDDEN);
    } finally {
      await other.close();
    }
  });

  if (isOnMysql) {
    it('comes back from SQLite as it was', async () => {
      const other = await startService({ clock: service.clock, store: await createTestDatabase('sqlite') });
      try {
        await importLines(other, 'there', lines);
        const there = await exportLines(other, 'there');
        await importLines(service, 'homecoming', there);
        expect(await seen(service, 'homecoming')).toEqual(await seen(service, as('alice').board));
        expect((await exportLines(service, 'homecoming')).slice(1, -1)).toEqual(lines.slice(1, -1));
      } finally {
        await other.close();
      }
    });
  }

  it('goes on where it was: the next entry has the next label, and bears on imported ones', async () => {
    await importLines(service, 'going-on', lines);
    const client = new BoardClient(service, 'going-on', 'bob');
    const { head } = await client.readAll();
    const facts = new FactsClient(service, 'going-on', 'bob');
    expect((await facts.set('gone', 1, { if_version: 0 })).data.version).toBe(3);
    expect((await facts.set('flag', null, { if_version: 3 })).data.version).toBe(4);
    const patch = 'files=src/net/retry.ts | idea=again | evidence=npm test -- retry: 13 passed';
    expect(await client.add('PATCH_SUMMARY', patch, { delegation_id: 'w2' })).toBe(`G${head + 3}`);
    const superseded = (await client.grep('slower', { kinds: 'all' })).matches.map(({ status }) => status);
    expect(superseded).toEqual(['superseded']);
  });

  it('has no text that was redacted, and messages stay between their ends', async () => {
    const text = lines.join('\n');
    expect(text).not.toContain('ACME');
    expect(text).toContain('[redacted by an operator]');
    await importLines(service, 'private', lines);
    const carol = new BoardClient(service, 'private', 'carol');
    expect((await carol.grep('yours', { kinds: 'all' })).total).toBe(0);
    const bob = new BoardClient(service, 'private', 'bob');
    expect((await bob.grep('"is it yours"', { kinds: 'all' })).total).toBe(1);
  });

  it('has its members; those of the configuration are members like others', async () => {
    await importLines(service, 'members', lines);
    const describe_ = async (board: string) =>
      (await service.as('harness').GET('/board/{board}', { params: { path: { board } } })).data;
    const there = await describe_('members');
    expect(there?.members).toEqual((await describe_(as('alice').board))?.members);
    expect(there?.created_at).toBe((await describe_(as('alice').board))?.created_at);
    const main = await exportLines(service, 'main');
    expect(main).toContain('{"member":"*","source":"api","owner":false}');
  });

  it('takes the place of a board without entries, whose members stay', async () => {
    const before = await service.as('harness').GET('/board/{board}', { params: { path: { board: 'main' } } });
    expect(before.data).toMatchObject({ head: 0, members: [{ agent: '*', source: 'config' }] });
    await importLines(service, 'main', lines);
    const after = await service.as('harness').GET('/board/{board}', { params: { path: { board: 'main' } } });
    expect(after.data?.members).toContainEqual({ agent: '*', source: 'config', is_owner: false });
    expect(after.data?.members.map(({ agent }) => agent)).toContain('alice');
    expect(await seen(service, 'main')).toEqual(await seen(service, as('alice').board));
  });

  it('spells names as the workspace knows them, so that messages reach them', async () => {
    const other = await startService({ clock: service.clock });
    try {
      await other.as('BOB').GET('/whoami');
      await importLines(other, 'spelt', lines);
      const bob = new BoardClient(other, 'spelt', 'bob');
      expect((await bob.grep('"is it yours"', { kinds: 'all' })).matches[0]?.to).toBe('BOB');
    } finally {
      await other.close();
    }
  });
});

describe('an export', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('of a board without entries is whole too', async () => {
    const lines = await exportLines(service, 'main');
    expect(lines).toHaveLength(3);
    expect((await importLines(service, 'empty', lines)).data).toMatchObject({ done: true, entries: 0 });
  });

  it('while others write is the board as it was at some moment', async () => {
    const writer = new BoardClient(service, 'main', 'alice');
    const notes = Array.from({ length: 100 }, (_, note) => ({ type: 'FACT', content: `before ${note}` }));
    for (let part = 0; part < 3; part += 1) await writer.write(notes);
    let isOver = false;
    const writing = (async () => {
      for (let note = 0; !isOver; note += 1) await writer.add('FACT', `meanwhile ${note}`);
    })();
    const exports = await Promise.all(Array.from({ length: 4 }, () => exportLines(service, 'main')));
    isOver = true;
    await writing;
    const all = (await exportLines(service, 'main')).filter((line) => line.startsWith('{"seq"'));
    for (const [index, lines] of exports.entries()) {
      const entries = lines.filter((line) => line.startsWith('{"seq"'));
      expect(entries.length).toBeGreaterThanOrEqual(300);
      expect(entries).toEqual(all.slice(0, entries.length));
      expect((await importLines(service, `copy-${index}`, lines)).data).toMatchObject({ done: true });
    }
  });

  it('is for operators only, and so is an import', async () => {
    const path = { board: 'main' };
    const refused = await service.as('alice').GET('/board/{board}/export', { params: { path }, parseAs: 'text' });
    expect(refused.response.status).toBe(403);
    expect((await service.as('alice').POST('/imports', { body: { board: 'mine' } })).response.status).toBe(403);
  });
});
