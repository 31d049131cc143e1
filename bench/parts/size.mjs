import { largeBoards } from '../lib/bench.mjs';
import { closedLoop, middleRun, pageLoop } from '../lib/closed-loop.mjs';
import { ask } from '../lib/connection.mjs';
import { writeRequests } from '../lib/requests.mjs';
import { inTurns, ratioOf } from '../lib/stats.mjs';
import { meetAgents, turnOf } from '../lib/turns.mjs';

export const title = 'memory and start with all gists stored, and everything as fast as with few';

const AGENTS = 200;
const CLIENTS = 8;

/** Part h: two databases, one with the smallest board and one with all of them, in turns. */
export async function run(bench) {
  const { sizes } = bench;
  const counts = [sizes.grepSizes[0], sizes.grepSizes.at(-1)];
  const boards = counts.map((count) => `gists-${count}`);
  const databases = [await bench.database({ [boards[0]]: counts[0] }), await bench.database(largeBoards(sizes))];
  const places = counts.map((count, index) => ({
    name: count.toLocaleString('en'),
    board: boards[index],
    database: databases[index],
  }));
  await measureStarts(bench, places);
  for (const place of places) place.service = await bench.service(place.database);
  for (const { service, board } of places) await meetAgents(service, board, AGENTS);
  await measureLoops(bench, places);
  await measureTurns(bench, places);
  for (const { name, service } of places)
    bench.report.measured('h', `memory after the load, ${name} stored`, { MB: service.rssMb() });
}

async function measureStarts(bench, places) {
  const start = async ({ database, board }) => {
    const service = await bench.service(database);
    const { startMs } = service;
    const startMb = service.rssMb();
    const { ms } = await ask(service.url, 'GET', `/board/${board}/read`);
    const readMb = service.rssMb();
    await service.stop();
    return { 'ms to start': startMs, MB: startMb, 'ms first read': ms, 'MB after it': readMb };
  };
  const runs = await inTurns(
    bench.sizes.rounds,
    Object.fromEntries(places.map((place) => [place.name, () => start(place)])),
  );
  for (const { name } of places) bench.report.measured('h', `start, ${name} stored`, middleRun(runs[name]));
}

async function measureLoops({ sizes, report }, places) {
  const load = { clients: CLIENTS, seconds: sizes.seconds };
  const loads = {
    'write of 1 note': (service, board) => closedLoop(service, { ...load, requests: writeRequests(board, 1) }),
    'write of 1 note, all types': (service, board) =>
      closedLoop(service, { ...load, requests: writeRequests(board, 1, true) }),
    read: (service, board) => pageLoop(service, { ...load, path: `/board/${board}/read` }),
  };
  for (const [what, run] of Object.entries(loads)) {
    const variants = places.map(({ name, service, board }) => [name, () => run(service, board)]);
    await inTurns(1, Object.fromEntries(variants));
    const runs = await inTurns(sizes.rounds, Object.fromEntries(variants));
    for (const { name } of places)
      report.measured('h', `${what}, ${CLIENTS} clients, ${name} stored`, middleRun(runs[name]));
    compare(
      report,
      what,
      places.map(({ name }) => runs[name].map(({ perSecond }) => perSecond)),
    );
  }
}

async function measureTurns({ sizes, report }, places) {
  const variants = Object.fromEntries(
    places.map(({ name, service, board }) => [name, () => turnOf(service, board, AGENTS)]),
  );
  await inTurns(1, variants);
  const runs = await inTurns(sizes.turnRounds, variants);
  for (const what of ['snapshot', 'pending', 'shown']) {
    for (const { name } of places)
      report.measured(
        'h',
        `${what}, ${AGENTS} agents, ${name} stored`,
        middleRun(runs[name].map((turn) => turn[what])),
      );
    compare(
      report,
      what,
      places.map(({ name }) => runs[name].map((turn) => turn[what].perSecond)),
    );
  }
}

const compare = (report, what, [few, many]) =>
  report.compared('h', `${what}: many stored : few stored`, ratioOf(many, few), { atLeast: 0.8 });
