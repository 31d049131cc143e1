import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMALL_BOARDS } from '../lib/bench.mjs';
import { ask } from '../lib/connection.mjs';
import { shownText } from '../lib/turns.mjs';
import { NOTICES, Waiters } from '../lib/waiters.mjs';

export const title = 'statements that one request sends to the database';

const SHORTENED = 110;
const WAITERS = 1_000;

/** Part s: each request once, warm and alone. */
export async function run(bench) {
  if (!bench.isMysql) {
    bench.report.omitted('s', 'statements are counted on MySQL and MariaDB only');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-bench-'));
  try {
    const log = join(folder, 'statements');
    writeFileSync(log, '');
    const preload = join(import.meta.dirname, '..', 'servers', 'log-statements.mjs');
    const database = await bench.database(SMALL_BOARDS);
    const service = await bench.service(database, {
      nodeArguments: ['--import', preload],
      env: { BENCH_STATEMENTS: log },
    });
    await walk(service, async (name, request) => {
      await pause(50);
      writeFileSync(log, '');
      const answer = await request();
      if (name !== undefined) note(bench, name, statementsIn(log));
      return answer;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without those that a new connection begins with. */
const statementsIn = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function note({ report, say }, name, statements) {
  say(`  ${name}: ${statements.length}`);
  for (const sql of statements) say(`    ${sql.length > SHORTENED ? `${sql.slice(0, SHORTENED)} ...` : sql}`);
  report.measured('s', name, { statements: statements.length });
}

/** `once(name, request)` runs a request and notes its statements; without a name it only prepares. */
async function walk(service, once) {
  const { url } = service;
  const write =
    (agent, ...notes) =>
    () =>
      ask(url, 'POST', '/board/turns/write', { agent, body: { notes } });
  const get = (agent, path) => () => ask(url, 'GET', path, { agent });
  const fact = { type: 'FACT', content: 'the retry budget lives in src/net/retry.ts:40', delegation_id: 'w1' };
  const patch = {
    type: 'PATCH_SUMMARY',
    content: 'files=src/net/retry.ts | idea=cap it | evidence=npm test: 12 passed',
    delegation_id: 'w1',
  };
  for (const agent of ['alice', 'bob']) {
    await once(undefined, get(agent, '/board/turns/read'));
    await once(undefined, get(agent, '/snapshot'));
    await once(undefined, write(agent, fact, patch));
  }
  await once('write of 1 FACT', write('alice', fact));
  await once(
    'write of 50 FACTs',
    write('alice', ...Array.from({ length: 50 }, (_, index) => ({ ...fact, content: `${fact.content} ${index}` }))),
  );
  await once('write of 1 PATCH_SUMMARY', write('alice', patch));
  await once(
    'write of 1 FAIL',
    write('alice', { type: 'FAIL', content: 'src/net/retry.ts times out', delegation_id: 'w1' }),
  );
  await once('read after a write', get('bob', '/board/turns/read'));
  await once('read, nothing new', get('bob', '/board/turns/read'));
  await once('snapshot of one board with news', get('bob', '/snapshot?boards=turns'));
  await once('snapshot, nothing new', get('bob', '/snapshot?boards=turns'));
  await once(undefined, write('alice', fact));
  const pending = await once('pending with news', get('bob', '/pending/bob?boards=turns'));
  const body = JSON.parse(shownText(JSON.parse(pending.body.toString()), 'bob').split('\r\n\r\n')[1]);
  await once('shown', () => ask(url, 'POST', '/shown/bob', { agent: 'bob', body }));
  await once('pending, nothing new', get('bob', '/pending/bob?boards=turns'));
  await once('grep, 2,000 gists, rare word', get('bob', '/board/turns/grep?q=zeppelin'));
  await once('grep, 2,000 gists, common word', get('bob', '/board/turns/grep?q=src/'));
  await once('unfold of one label', get('bob', '/board/turns/unfold?labels=G5'));
  const waiters = await Waiters.open(service, 'waits', { count: WAITERS, way: NOTICES });
  const { answered } = await waiters.hold();
  await once(`wake of ${WAITERS} held waits`, async () => {
    await waiters.wake();
    return answered;
  });
  waiters.close();
}
