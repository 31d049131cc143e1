import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FilesClient, fileRows, sha256 } from '../../support/files-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns, type TurnsClient } from '../../support/turns-client.js';

const MIB = 1_048_576;
const AT = '2026-11-30T12:00:00.000Z';

let service: TestService;
let open: (agent: string) => TurnsClient;
let files: (agent: string) => FilesClient;
beforeAll(async () => {
  service = await startService({ env: { BOARD_FILE_LIMIT_MB: '1', BOARD_FILES_TOTAL_MB: '2' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  // A file on another board, which nothing here may touch or count.
  const other = (await openTurns(service))('alice').board;
  await new FilesClient(service, other, 'alice').share('other.bin', randomBytes(MIB));
  open = await openTurns(service);
  const { board } = open('alice');
  files = (agent) => new FilesClient(service, board, agent);
  for (const agent of ['alice', 'bob', 'carol']) await open(agent).text();
});

describe('a file', () => {
  it('is shared with all, listed with its digest, and comes back byte for byte', async () => {
    const content = randomBytes(700_001);
    const { status, data } = await files('alice').upload('trace 1.bin', content, { sha256: sha256(content) });
    const told = { name: 'trace 1.bin', bytes: 700_001, sha256: sha256(content), to: null };
    expect([status, data]).toEqual([201, { board: files('alice').board, head: 1, label: 'G1', ...told }]);
    expect(await files('bob').list()).toEqual({
      board: files('alice').board,
      head: 1,
      items: [{ label: 'G1', ...told, author: 'alice', at: AT }],
      used_bytes: 700_001,
      total_bytes: 2 * MIB,
      limit_bytes: MIB,
    });
    expect((await files('bob').content('G1')).equals(content)).toBe(true);
    expect((await open('bob').unfold('G1')).items).toMatchObject([
      { kind: 'file', type: 'shared', author: 'alice', to: null, content: 'trace 1.bin', detail: null },
    ]);
  });

  it.each([0, 1, 256 * 1_024 - 1, 256 * 1_024, 256 * 1_024 + 1, MIB])('may have %d bytes', async (size) => {
    const content = randomBytes(size);
    const label = await files('alice').share('a.bin', content);
    expect((await files('bob').content(label)).equals(content)).toBe(true);
  });

  it('is fetched as an attachment of no type, which no browser shows or guesses at', async () => {
    const label = await files('alice').share('sch\u00F6n (1).html', '<script>alert(1)</script>');
    const { headers } = await files('bob').download(label);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="sch_n (1).html"; filename*=UTF-8''sch%C3%B6n%20%281%29.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'content-length': '25',
      'repr-digest': `sha-256=:${Buffer.from(sha256('<script>alert(1)</script>'), 'hex').toString('base64')}:`,
    });
  });

  it('is found by its name', async () => {
    await files('alice').share('zebra-report.md', 'x');
    expect(await open('bob').find('zebra', { kinds: 'all' })).toEqual(['G1']);
  });

  it('is listed newest first, page by page', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await files('alice').share(name, name);
    const first = await files('bob').list({ limit: '2' });
    expect([first.items.map(({ name }) => name), first.next_before]).toEqual([['e', 'd'], 'G4']);
    const second = await files('bob').list({ limit: '2', before: 'G4' });
    expect([second.items.map(({ name }) => name), second.next_before]).toEqual([['c', 'b'], 'G2']);
    const last = await files('bob').list({ limit: '2', before: 'G2' });
    expect([last.items.map(({ name }) => name), last.next_before]).toEqual([['a'], undefined]);
  });
});

describe('a file for one agent', () => {
  let label: string;
  beforeEach(async () => {
    await files('alice').share('for-all.txt', 'all');
    label = await files('alice').share('zebra.txt', 'secret plan', { to: 'BOB' });
    await files('alice').share('for-all-2.txt', 'all');
  });

  it.each(['alice', 'bob', 'harness'])('is there for %s: its ends and operators', async (agent) => {
    expect((await files(agent).content(label)).toString()).toBe('secret plan');
    expect((await files(agent).list()).items.map(({ name, to }) => [name, to])).toEqual([
      ['for-all-2.txt', null],
      ['zebra.txt', 'bob'],
      ['for-all.txt', null],
    ]);
    expect(await open(agent).find('zebra', { kinds: 'all' })).toEqual([label]);
  });

  it('is nowhere for a third member, in the words of one that is not there', async () => {
    const [carol, board] = [files('carol'), open('carol')];
    expect((await carol.list()).items.map(({ name }) => name)).toEqual(['for-all-2.txt', 'for-all.txt']);
    expect((await carol.list({ limit: '1', before: 'G3' })).items.map(({ name }) => name)).toEqual(['for-all.txt']);
    expect(await board.find('zebra', { kinds: 'all' })).toEqual([]);
    expect((await board.unfold(label)).missing).toEqual([label]);
    expect(await board.text()).not.toContain('zebra');
    expect(JSON.stringify((await board.trySnapshot()).data)).not.toContain('zebra');
    const refusal = async (of: string): Promise<unknown> => {
      const response = await carol.download(of);
      const { requestId: _, ...problem } = (await response.json()) as Record<string, unknown>;
      return JSON.parse(JSON.stringify([response.status, problem]).replaceAll(of, 'G?'));
    };
    expect(await refusal(label)).toEqual(await refusal('G999'));
    expect(await refusal(label)).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe('an upload', () => {
  it('happens once under its key, whatever the boundary of its form', async () => {
    const send = (content = 'x', name = 'a.txt') => files('alice').upload(name, content, { key: 'k1', to: 'bob' });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ data }) => data.label)).toEqual(['G1', 'G1', 'G1']);
    expect([(await send()).data.label, (await files('alice').list()).items.length]).toEqual(['G1', 1]);
    expect((await send('y')).problem.code).toBe('key_reused');
    expect((await send('x', 'b.txt')).problem.code).toBe('key_reused');
    expect(await fileRows(service)).toMatchObject({ unshared: 0 });
  });

  it('is refused whole, and leaves nothing', async () => {
    const before = await fileRows(service);
    const alice = files('alice');
    const codes = [
      await alice.upload('a', 'x', { sha256: sha256('y') }),
      await alice.upload('a', 'x', { sha256: 'no digest' }),
      await alice.upload('a', randomBytes(MIB + 1)),
      await alice.upload('a', randomBytes(8 * MIB)),
      await alice.upload('a', 'x', { to: 'nobody' }),
      await alice.upload('a', 'x', { to: 'alice' }),
      await alice.upload('a', 'x', { to: '../x' }),
    ].map(({ status, problem }) => `${status} ${problem.code}`);
    expect(codes).toEqual([
      '422 digest_mismatch',
      '400 bad_request',
      '413 too_large',
      '413 too_large',
      '422 unknown_agent',
      '400 bad_request',
      '400 bad_request',
    ]);
    expect(await fileRows(service)).toEqual(before);
    expect(await alice.list()).toMatchObject({ head: 0, items: [], used_bytes: 0 });
  });

  it('is refused where the board would hold more than it may; a repeat of a granted one is answered', async () => {
    const [one, two] = [randomBytes(MIB), randomBytes(MIB)];
    await files('alice').share('one', one);
    await files('bob').upload('two', two, { key: 'k2' });
    const { problem, status } = await files('alice').upload('three', 'x');
    expect([status, problem.code, problem.detail]).toEqual([422, 'files_full', expect.stringContaining('2097152')]);
    expect((await files('bob').upload('two', two, { key: 'k2' })).data.label).toBe('G2');
    expect(await files('alice').list()).toMatchObject({ head: 2, used_bytes: 2 * MIB });
  });
});

describe('a redaction', () => {
  it('takes the bytes, the name and the digest away, and makes room', async () => {
    const before = await fileRows(service);
    await files('alice').share('secret-name.txt', randomBytes(300_000), { to: 'bob' });
    expect((await open('harness').redact('G1', 'held a key')).status).toBe(200);
    expect(await fileRows(service)).toEqual(before);
    expect((await files('bob').download('G1')).status).toBe(404);
    const { items, used_bytes } = await files('bob').list();
    expect([items, used_bytes]).toMatchObject([[{ name: '[redacted by an operator]', bytes: 0, sha256: '' }], 0]);
  });
});
