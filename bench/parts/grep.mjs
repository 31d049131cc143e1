import { join } from 'node:path';
import { largeBoards } from '../lib/bench.mjs';
import { Connection, requestText } from '../lib/connection.mjs';
import { inTurns, median, ratioOf } from '../lib/stats.mjs';
import { WORDS } from '../lib/texts.mjs';

export const title = 'grep beside a bare LIKE count of the same rows';

const { rare, common, some, other } = WORDS;
const QUERIES = [
  { name: 'rare', q: rare, like: [rare], by: '' },
  { name: 'common', q: common, like: [common], by: '' },
  { name: 'a & b', q: `${some} & ${other}`, like: [some, other], by: ' AND ' },
  { name: 'a | b', q: `${some} | ${other}`, like: [some, other], by: ' OR ' },
];

/** Part e. The same service twice: as it is, which counts on two connections, and cut down to one. */
export async function run(bench) {
  const { sizes, report } = bench;
  const database = await bench.database(largeBoards(sizes));
  const services = { 'two connections': await bench.service(database) };
  if (bench.isMysql) {
    const preload = join(import.meta.dirname, '..', 'servers', 'one-reader.mjs');
    services['one connection'] = await bench.service(database, { nodeArguments: ['--import', preload] });
  } else {
    services['one connection'] = services['two connections'];
    delete services['two connections'];
    report.omitted('e', 'two connections: SQLite counts on one');
  }
  const counter = await openCounter(database);
  try {
    for (const size of sizes.grepSizes) await measureBoard(bench, { services, counter, size });
  } finally {
    await counter.close();
  }
}

async function measureBoard(bench, { services, counter, size }) {
  const { sizes, report } = bench;
  const board = `gists-${size}`;
  const isLargest = size === sizes.grepSizes.at(-1);
  bench.say(`  ${size.toLocaleString('en')} gists ...`);
  for (const query of QUERIES) {
    const searches = Object.entries(services).map(([name, { url }]) => [name, () => grep(url, board, query)]);
    const variants = { LIKE: () => timed(() => counter.count(board, query)), ...Object.fromEntries(searches) };
    await inTurns(1, variants);
    const runs = await inTurns(sizes.grepRounds, variants);
    const times = (name) => runs[name].map(({ ms }) => ms);
    const { total } = runs.LIKE[0];
    for (const name of Object.keys(runs)) {
      if (runs[name].some((found) => found.total !== total)) throw new Error(`${query.q}: LIKE and grep disagree`);
      const what = name === 'LIKE' ? 'bare LIKE count' : `grep, ${name}`;
      report.measured('e', `${size.toLocaleString('en')}, ${query.name}: ${what}`, {
        'ms p50': median(times(name)),
        found: total,
      });
      if (name === 'LIKE') continue;
      // A search that never finds its 500 has nothing left to count: it walks on one connection, whatever there are.
      const isOnOne = name === 'one connection' || total < 500;
      const target = isLargest ? { atMost: isOnOne ? 1.2 : 0.7 } : {};
      report.compared(
        'e',
        `grep : LIKE, ${size.toLocaleString('en')}, ${query.name}, ${name}`,
        ratioOf(times(name), times('LIKE')),
        target,
      );
    }
  }
}

const grepPath = (board, { q }) => `/board/${board}/grep?q=${encodeURIComponent(q)}`;

async function grep(url, board, query) {
  const connection = await Connection.open(url);
  const { status, body, ms } = await connection.send(requestText('GET', grepPath(board, query)));
  connection.close();
  if (status !== 200) throw new Error(`${query.q}: ${status} ${body.toString()}`);
  return { ms, total: JSON.parse(body.toString()).total };
}

async function timed(count) {
  const startedAt = performance.now();
  const total = await count();
  return { ms: performance.now() - startedAt, total };
}

/** A plain connection that counts by LIKE. */
async function openCounter({ dsn, path }) {
  const sqlOf = ({ like, by }) =>
    `SELECT COUNT(*) AS total FROM journal_entry WHERE board_id = (SELECT id FROM board WHERE slug = ?) AND (${like.map(() => 'search_text LIKE ?').join(by)})`;
  const valuesOf = (board, { like }) => [board, ...like.map((word) => `%${word}%`)];
  if (dsn !== undefined) {
    const { createConnection } = await import('mysql2/promise');
    const connection = await createConnection(dsn);
    const count = async (board, query) =>
      Number((await connection.query(sqlOf(query), valuesOf(board, query)))[0][0].total);
    return { count, close: () => connection.end() };
  }
  const { default: Sqlite } = await import('better-sqlite3');
  const file = new Sqlite(path, { readonly: true });
  return {
    count: async (board, query) => file.prepare(sqlOf(query)).get(...valuesOf(board, query)).total,
    close: () => file.close(),
  };
}
