import { SMALL_BOARDS } from '../lib/bench.mjs';
import { closedLoop, middleRun } from '../lib/closed-loop.mjs';
import { writeRequests } from '../lib/requests.mjs';
import { inTurns, ratioOf } from '../lib/stats.mjs';

export const title = 'writes beside a bare echo, a Nest echo and one INSERT a request';

/** The most first: what follows is measured warm. */
const CLIENTS = [32, 8, 1];
const NOTES = 50;
/** Beside FACT and OBSERVED those that bear on earlier notes; measured with the most clients only. */
const ALL_TYPES = ', all types';

/** Parts a, a2, b, c: everything that takes notes, in turns, at each number of clients. */
export async function run(bench) {
  const { sizes, report } = bench;
  const kinds = await kindsOf(bench);
  await warmUp(kinds, sizes.warmSeconds);
  for (const clients of CLIENTS) {
    bench.say(`  ${clients} clients ...`);
    const chosen = Object.fromEntries(
      Object.entries(kinds).filter(([name]) => clients === CLIENTS[0] || !name.endsWith(ALL_TYPES)),
    );
    const runs = await inTurns(sizes.rounds, variants(chosen, { clients, seconds: sizes.seconds }));
    for (const [name, { part }] of Object.entries(chosen))
      report.measured(part, `${name}, ${countText(clients)}`, middleRun(runs[name]));
    compare(report, runs, clients);
  }
}

/** What is measured, by name: {part, server, requests}. */
async function kindsOf(bench) {
  const database = await bench.database(SMALL_BOARDS);
  const service = await bench.service(database);
  const single = writeRequests('plain', 1);
  const baseline = async (part, name, env) => ({ part, server: await bench.baseline(name, env), requests: single });
  const write = (requests) => ({ part: 'c', server: service, requests });
  if (!bench.isMysql) bench.report.omitted('b', 'one INSERT a request is measured on MySQL and MariaDB only');
  return {
    'bare Express POST': await baseline('a', 'express-echo'),
    'Nest echo': await baseline('a2', 'nest-echo'),
    ...(bench.isMysql && { 'naive INSERT': await baseline('b', 'naive', { BENCH_DSN: database.dsn }) }),
    'write of 1 note': write(single),
    [`write of ${NOTES} notes`]: write(writeRequests('plain', NOTES)),
    [`write of 1 note${ALL_TYPES}`]: write(writeRequests('mixed', 1, true)),
    [`write of ${NOTES} notes${ALL_TYPES}`]: write(writeRequests('mixed', NOTES, true)),
  };
}

/** Every server for the same time, however many kinds of requests it will get: a cold baseline flatters. */
async function warmUp(kinds, seconds) {
  const all = Object.values(kinds);
  const most = Math.max(...all.map(({ server }) => all.filter((kind) => kind.server === server).length));
  for (const kind of all) {
    const share = most / all.filter(({ server }) => server === kind.server).length;
    await closedLoop(kind.server, {
      clients: CLIENTS[0],
      seconds: Math.ceil(share * seconds),
      requests: kind.requests,
    });
  }
}

const countText = (clients) => (clients === 1 ? '1 client' : `${clients} clients`);

const variants = (kinds, load) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, { server, requests }]) => [
      name,
      () => closedLoop(server, { ...load, requests }),
    ]),
  );

function compare(report, runs, clients) {
  const rates = (name) => runs[name]?.map(({ perSecond }) => perSecond);
  const add = (name, baseline, target, factor = 1) => {
    if (rates(name) === undefined || rates(baseline) === undefined) return;
    const against = factor === 1 ? baseline : `${baseline}, in notes/s`;
    report.compared(
      'c',
      `${name} : ${against}, ${countText(clients)}`,
      factor * ratioOf(rates(name), rates(baseline)),
      target,
    );
  };
  const at = (wanted, target) => (clients === wanted ? target : {});
  add('write of 1 note', 'bare Express POST', at(32, { atLeast: 0.45 }));
  add('write of 1 note', 'Nest echo', at(32, { atLeast: 0.8 }));
  add('write of 1 note', 'naive INSERT', at(1, { atLeast: 0.5 }));
  add(`write of ${NOTES} notes`, 'naive INSERT', at(32, { atLeast: 9 }), NOTES);
  for (const baseline of ['bare Express POST', 'Nest echo']) {
    const cpu = (name) => runs[name].map(({ cpuUs }) => cpuUs);
    if (clients !== 32 || cpu(baseline)[0] === undefined) continue;
    const name = `write of 1 note : ${baseline}, server CPU a request, ${countText(clients)}`;
    report.compared('c', name, ratioOf(cpu('write of 1 note'), cpu(baseline)));
  }
  add(`write of 1 note${ALL_TYPES}`, 'write of 1 note');
  add(`write of ${NOTES} notes${ALL_TYPES}`, `write of ${NOTES} notes`);
}
