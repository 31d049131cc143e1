import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BoardClient, openBoard, send } from '../../support/board-client.js';
import { NOON } from '../../support/fixed-clock.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
let board: (agent: string) => BoardClient;
let bob: BoardClient;
beforeAll(async () => {
  service = await startService();
  board = await openBoard(service);
  bob = board('bob');
  const at = async (ms: number, agent: string, type: string, content: string, more: object = {}): Promise<void> => {
    service.clock.ms = NOON + ms;
    await board(agent).add(type, content, more);
  };
  await board('carol').readAll();
  await at(0, 'alice', 'FACT', 'apple', { delegation_id: 'w1', detail: 'pear in the DETAIL' }); // G1
  await at(1, 'bob', 'FAIL', 'apple', { delegation_id: 'w1' }); // G2
  await at(2, 'alice', 'OBSERVED', 'pear apple', { detail: 'plum' }); // G3
  await at(1_000, 'alice', 'CLAIM', 'apple src/a.ts'); // G4
  await at(1_000, 'alice', 'FACT', 'cherry', { detail: 'apple' }); // G5
  await board('alice').release('G4', { outcome: 'handoff', to: 'bob', note: 'pear' }); // G6 release, G7 post
});
afterAll(() => service.close());

type Query = NonNullable<Parameters<BoardClient['find']>[1]>;

describe('a search is narrowed', () => {
  it.each<[Query, readonly string[]]>([
    [{}, ['G4', 'G3', 'G2', 'G1']],
    [{ type: ['FACT'] }, ['G1']],
    [{ type: ['FACT', 'CLAIM'] }, ['G4', 'G1']],
    [{ author: 'alice' }, ['G4', 'G3', 'G1']],
    [{ author: 'nobody' }, []],
    [{ delegation_id: 'w1' }, ['G2', 'G1']],
    [{ delegation_id: 'w1', author: 'bob', type: ['FAIL', 'FACT'] }, ['G2']],
    [{ before: 'G3' }, ['G2', 'G1']],
    [{ before: '4' }, ['G3', 'G2', 'G1']],
    [{ before: 'G1' }, []],
    [{ before: '0' }, []],
    [{ before: 'G999' }, ['G4', 'G3', 'G2', 'G1']],
    [{ since: '2026-11-30T12:00:00.001Z' }, ['G4', 'G3', 'G2']],
    [{ since: '2026-11-30T12:00:00.002Z' }, ['G4', 'G3']],
    [{ until: '2026-11-30T12:00:00.001Z' }, ['G1']],
    [{ until: '2026-11-30T12:00:00.002Z' }, ['G2', 'G1']],
    [{ since: '2026-11-30T12:00:00.001Z', until: '2026-11-30T12:00:00.002Z' }, ['G2']],
    [{ since: '2026-11-30T13:00:01+01:00' }, ['G4']],
    [{ since: '2026-11-30T12:00Z', until: '2026-11-30T12:00Z' }, []],
    [{ limit: 1 }, ['G4']],
    [{ limit: 4 }, ['G4', 'G3', 'G2', 'G1']],
  ])('by %j', async (query, labels) => {
    expect(await bob.find('apple', query)).toEqual(labels);
  });

  it.each<[string, Query, readonly string[]]>([
    ['pear', {}, ['G3']],
    ['pear', { in: 'content' }, ['G3']],
    ['pear', { in: 'detail' }, ['G1']],
    ['pear', { in: 'all' }, ['G3', 'G1']],
    ['apple & detail', { in: 'all' }, ['G1']],
    ['apple & detail', { in: 'detail' }, []],
    ['!apple', { in: 'content' }, ['G5']],
    ['!apple', { in: 'detail' }, ['G3', 'G1']],
    ['!pear', { in: 'all' }, ['G5', 'G4', 'G2']],
    ['!"no such text"', { in: 'detail' }, ['G5', 'G3', 'G1']],
    ['plum | cherry', { in: 'all', type: ['FACT'] }, ['G5']],
  ])('to %s in %j', async (q, query, labels) => {
    expect(await bob.find(q, query)).toEqual(labels);
  });

  it.each<[string, Query, readonly string[]]>([
    ['bob', {}, []],
    ['bob', { kinds: 'gist' }, []],
    ['bob', { kinds: 'all' }, ['G7', 'G6']],
    ['alice', { kinds: 'all' }, ['G7', 'G6']],
    ['harness', { kinds: 'all' }, ['G7', 'G6']],
    ['carol', { kinds: 'all' }, ['G6']],
    ['dave', { kinds: 'all' }, ['G6']],
    ['bob', { kinds: 'all', author: 'bob' }, []],
    ['bob', { kinds: 'all', in: 'all' }, ['G7', 'G6']],
    ['carol', { kinds: 'all', in: 'all' }, ['G6']],
    ['carol', { kinds: 'all', in: 'detail' }, []],
  ])('for %s to the kinds of %j', async (agent, query, labels) => {
    expect(await board(agent).find('pear', { ...query, since: '2026-11-30T12:00:01Z' })).toEqual(labels);
  });

  it.each([
    ['type', 'type=fruit'],
    ['author', 'author=a%20b'],
    ['delegation_id', 'delegation_id=a%20b'],
    ['before', 'before=x'],
    ['since', 'since=yesterday'],
    ['since', 'since=2026-11-30'],
    ['until', 'until=2026-11-30T12:00:00'],
    ['until', 'until=2026-13-30T12:00:00Z'],
    ['limit', 'limit=0'],
    ['limit', 'limit=501'],
    ['limit', 'limit=1e2'],
    ['in', 'in=title'],
    ['kinds', 'kinds=posts'],
    ['order', 'order=asc'],
  ])('and a wrong %s is refused: %s', async (path, query) => {
    const { status, text } = await send(service, `/board/${bob.board}/grep?q=apple&${query}`, { agent: 'bob' });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'bad_request', errors: [{ path }] });
  });
});
