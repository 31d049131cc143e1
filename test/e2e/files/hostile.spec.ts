import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BOUNDARY, FilesClient, fileRows, formBytes, type Part, partHead } from '../../support/files-client.js';
import { startService, type TestService } from '../../support/service.js';
import { openTurns } from '../../support/turns-client.js';
import { until } from '../../support/until.js';

let service: TestService;
let alice: FilesClient;
beforeAll(async () => {
  service = await startService({ env: { BOARD_FILE_LIMIT_MB: '1' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  alice = new FilesClient(service, (await openTurns(service))('alice').board, 'alice');
});

const file = (name: string, content = 'x'): Part => ({ says: `; name="file"; filename="${name}"`, content });
const field = (name: string, content: string): Part => ({ says: `; name="${name}"`, content });
const NOTHING = { contents: 0, unshared: 0, pieces: 0 };

async function expectNothing(): Promise<void> {
  expect(await alice.list()).toMatchObject({ head: 0, items: [], used_bytes: 0 });
  const ofBoards = await service.database.read((manager) =>
    manager.query<object[]>(`SELECT f.file_id FROM board_file f JOIN board b ON b.id = f.board_id WHERE b.slug = ?`, [
      alice.board,
    ]),
  );
  expect(ofBoards).toEqual([]);
}

describe('a name that is no plain file name', () => {
  it.each([
    '../../etc/passwd',
    '/etc/passwd',
    'a/b',
    '..\\\\..\\\\x',
    'C:x',
    '.',
    '..',
    '.bashrc',
    '-rf',
    '',
    ' ',
    'NUL',
    'a\tb',
    'a\u0000b',
    'gnp.\u202Eexe',
    'a\u200Bb',
    `${'a'.repeat(201)}`,
    'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5',
  ])('%j is refused, and leaves nothing', async (name) => {
    const { status, problem } = await alice.raw([file(name)]);
    expect([status, problem.code]).toEqual([400, 'bad_request']);
    expect(problem.detail).not.toContain('passwd');
    await expectNothing();
  });

  it.each([
    [
      'in the extended form that goes before the plain one',
      `; name="file"; filename="ok.txt"; filename*=UTF-8''..%2Fx`,
    ],
    ['that is not given', '; name="file"'],
  ])('%s is refused too', async (_, says) => {
    expect((await alice.raw([{ says, content: 'x' }])).problem.code).toBe('bad_request');
    await expectNothing();
  });
});

describe('a form that is not one file and known fields', () => {
  it.each<[string, readonly Part[]]>([
    ['two files', [file('a'), file('b')]],
    ['no file', [field('to', 'bob')]],
    ['nothing', []],
    ['an unknown field', [file('a'), field('author', 'bob')]],
    ['an unknown field before a long file', [field('author', 'bob'), file('a', 'x'.repeat(900_000))]],
    ['a field twice', [field('to', 'alice'), field('to', 'bob'), file('a')]],
    ['a long field', [field('to', 'b'.repeat(5_000)), file('a')]],
    ['many fields', [...Array.from({ length: 50 }, () => field('to', 'b')), file('a')]],
    ['a file under another name', [{ says: '; name="other"; filename="a"', content: 'x' }]],
    ['a file without a field name', [{ says: '; filename="a"', content: 'x' }]],
    ['a prototype for a field', [field('__proto__', 'x'), file('a')]],
  ])('is refused: %s', async (_, parts) => {
    const { status, problem } = await alice.raw(parts);
    expect([status, problem.code]).toEqual([400, 'bad_request']);
    await expectNothing();
  });

  it.each([
    ['what is called JSON', 'application/json', 400],
    ['bare bytes', 'application/octet-stream', 415],
    ['another multipart', `multipart/mixed; boundary=${BOUNDARY}`, 415],
    ['a form without its boundary', 'multipart/form-data', 400],
  ])('is refused: %s', async (_, type, status) => {
    const answer = await alice.raw([file('a')], type);
    expect(answer.status).toBe(status);
    await expectNothing();
  });
});

describe('an upload that is cut', () => {
  const WHOLE = formBytes([file('a.bin', 'x'.repeat(900_000))]);

  async function begin(saysLength: number): Promise<Socket> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(
      `POST /board/${alice.board}/files HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Agent: alice\r\n` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${saysLength}\r\n\r\n`,
    );
    return socket;
  }

  it.each([
    ['in the middle of the file', 600_000],
    ['behind the file, before the end of the form', WHOLE.length - 8],
    ['within the head of the part', 30],
  ])('%s leaves nothing', async (_, bytes) => {
    const socket = await begin(WHOLE.length);
    socket.write(WHOLE.subarray(0, bytes));
    if (bytes >= 600_000) await until(async () => (await fileRows(service)).pieces >= 2);
    socket.destroy();
    await until(async () => isDeepStrictEqual(await fileRows(service), NOTHING));
    await expectNothing();
  });

  it('by its client, which says that the form is whole, leaves nothing', async () => {
    const short = WHOLE.subarray(0, 700_000);
    const socket = await begin(short.length);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(short);
    await until(() => answer.includes('requestId'));
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    socket.destroy();
    expect(await fileRows(service)).toEqual(NOTHING);
    await expectNothing();
  });

  it('gives its answer at once where the file is too large, and takes the next request', async () => {
    const answer = await alice.raw([file('a', 'x'.repeat(3_000_000))]);
    expect([answer.status, answer.problem.code]).toEqual([413, 'too_large']);
    expect((await alice.raw([file('a')])).status).toBe(201);
  });

  it('is one of four at most that an agent sends at once', async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => begin(WHOLE.length)));
    for (const socket of sockets)
      socket.write(Buffer.concat([Buffer.from(partHead(file('a').says)), Buffer.alloc(300_000)]));
    await until(async () => (await fileRows(service)).unshared === 4);
    const { status, problem } = await alice.raw([file('a')]);
    expect([status, problem.code]).toEqual([429, 'too_many_requests']);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await fileRows(service)).unshared === 0);
    // Each gives its place back once its rows are gone.
    await until(async () => (await alice.raw([file('a')])).status === 201);
  });
});
