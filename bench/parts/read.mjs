import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMALL_BOARDS } from '../lib/bench.mjs';
import { middleRun, pageLoop } from '../lib/closed-loop.mjs';
import { ask, Connection, requestText } from '../lib/connection.mjs';
import { writeRequests } from '../lib/requests.mjs';
import { inTurns, ratioOf } from '../lib/stats.mjs';

export const title = 'read of a full view beside a bare GET of the same bytes';

const CLIENTS = 32;
const WRITES_PER_SECOND = 10;

/** Parts a and d. Beside it, without a target: reads while the page changes. */
export async function run(bench) {
  const { sizes, report } = bench;
  const service = await bench.service(await bench.database(SMALL_BOARDS));
  const bytes = (await ask(service.url, 'GET', '/board/view/read')).body;
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-bench-'));
  try {
    writeFileSync(join(folder, 'page'), bytes);
    const bare = await bench.baseline('express-echo', { BENCH_PAGE: join(folder, 'page') });
    const load = { clients: CLIENTS, seconds: sizes.seconds };
    const page = { ...load, path: '/board/view/read' };
    const variants = {
      'bare Express GET': () => pageLoop(bare, page),
      read: () => pageLoop(service, page),
      'read beside 10 writes/s': () =>
        besideWrites(service, () => pageLoop(service, { ...page, path: '/board/mixed/read' })),
    };
    await inTurns(1, variants);
    const runs = await inTurns(sizes.rounds, variants);
    const size = `${CLIENTS} clients, ${Math.round(bytes.length / 1_000)} kB`;
    for (const [name, found] of Object.entries(runs))
      report.measured(name.startsWith('bare') ? 'a' : 'd', `${name}, ${size}`, middleRun(found));
    const of = (number) => (name) => runs[name].map((found) => found[number]);
    const rates = of('perSecond');
    report.compared('d', 'read : bare Express GET', ratioOf(rates('read'), rates('bare Express GET')), {
      atLeast: 0.9,
    });
    const cpu = of('cpuUs');
    if (cpu('read')[0] !== undefined)
      report.compared(
        'd',
        'read : bare Express GET, server CPU a request',
        ratioOf(cpu('read'), cpu('bare Express GET')),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every write makes a new page for the next reader. */
async function besideWrites(service, load) {
  const texts = writeRequests('mixed', 1, true).map(({ path, body }) =>
    requestText('POST', path, { body: JSON.parse(body) }),
  );
  const connection = await Connection.open(service.url);
  const state = { isOver: false };
  const write = async () => {
    for (let index = 0; !state.isOver; index += 1) {
      await connection.send(texts[index % texts.length]);
      await pause(1_000 / WRITES_PER_SECOND);
    }
  };
  const writing = write();
  const numbers = await load();
  state.isOver = true;
  await writing;
  connection.close();
  return numbers;
}
