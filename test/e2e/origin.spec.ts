import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectProblem, rawRequest } from '../support/raw-request.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
const ask = (headers: Readonly<Record<string, string>>, path = '/whoami') =>
  rawRequest(service.url, { path, headers: { 'x-agent': 'alice', ...headers } });

describe('where a request may come from', () => {
  beforeAll(async () => {
    service = await startService({ env: { BOARD_PUBLIC_URL: 'https://Boards.example.org:8443' } });
  });
  afterAll(() => service.close());

  it.each<Record<string, string>>([
    { host: '127.0.0.1:8660' },
    { host: '127.0.0.1' },
    { host: 'localhost:1' },
    { host: 'LOCALHOST' },
    { host: '[::1]:8660' },
    { host: 'boards.example.org' },
    { host: 'BOARDS.example.org:443' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: 'http://localhost' },
    { origin: 'http://[::1]:8660' },
    { origin: 'https://boards.example.org:8443' },
    { host: 'boards.example.org', origin: 'https://boards.example.org' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ])('lets %j in', async (headers) => {
    expect((await ask(headers)).status).toBe(200);
  });

  it.each<Record<string, string>>([
    { host: 'evil.org' },
    { host: 'evil.org:8660' },
    { host: '127.0.0.1.evil.org' },
    { host: 'localhost.evil.org' },
    { host: 'boards.example.org.evil.org' },
    { host: 'evil-boards.example.org' },
    { host: '127.0.0.1@evil.org' },
    { host: '10.0.0.1' },
    { host: '0.0.0.0' },
    { host: '[::]' },
    { host: 'a b' },
    { origin: 'https://evil.org' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'file://' },
    { origin: 'https://boards.example.org.evil.org' },
    { origin: 'boards.example.org' },
    { host: 'boards.example.org', origin: 'https://evil.org' },
    { host: 'evil.org', origin: 'https://boards.example.org' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'http://127.0.0.1', 'sec-fetch-site': 'cross-site' },
  ])('refuses %j', async (headers) => {
    expectProblem(await ask(headers), 403, 'foreign_origin');
  });

  it.each(['/docs', '/openapi.json', '/board/main/read', '/nothing'])('guards %s as well', async (path) => {
    expectProblem(await ask({ host: 'evil.org' }, path), 403, 'foreign_origin');
  });

  it('refuses before it reads a body, whatever the method', async () => {
    const headers = { 'x-agent': 'alice', origin: 'https://evil.org' };
    const write = { method: 'POST', path: '/board/main/write', body: { text: 'FACT planted' } };
    expectProblem(await rawRequest(service.url, { ...write, headers }), 403, 'foreign_origin');
    expectProblem(await rawRequest(service.url, { ...write, headers, body: '{' }), 403, 'foreign_origin');
    const read = await service.as('bob').GET('/board/{board}/read_all', { params: { path: { board: 'main' } } });
    expect(read.data?.items).toEqual([]);
  });

  it('asks health probes for nothing', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const probe = await rawRequest(service.url, {
        path,
        headers: { host: '10.0.0.1:8660', 'sec-fetch-site': 'cross-site' },
      });
      expect([probe.status, probe.text]).toEqual([200, expect.stringMatching(/^\{"status":"ok"/)]);
    }
  });

  it('allows no page of another site to read an answer', async () => {
    const { headers } = await ask({ origin: 'http://localhost:3000' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('a service without a public address', () => {
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('is asked by loopback alone', async () => {
    expect((await ask({ host: 'localhost' })).status).toBe(200);
    expectProblem(await ask({ host: 'boards.example.org' }), 403, 'foreign_origin');
  });
});
