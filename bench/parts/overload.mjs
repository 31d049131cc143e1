import { setTimeout as pause } from 'node:timers/promises';
import { SMALL_BOARDS } from '../lib/bench.mjs';
import { closedLoop } from '../lib/closed-loop.mjs';
import { Connection, requestText } from '../lib/connection.mjs';
import { openLoop } from '../lib/open-loop.mjs';
import { writeRequests } from '../lib/requests.mjs';
import { median, quantile } from '../lib/stats.mjs';

export const title = 'overload: refusals, memory and recovery';

const NOTES = 50;
/** More than the service lets in. */
const BOUND = 6_000;
const LOOK_EVERY_MS = 100;

/** Part o: requests of 50 notes to one board, far more than it takes, and one reader of another board. */
export async function run(bench) {
  const { sizes, report } = bench;
  const service = await bench.service(await bench.database(SMALL_BOARDS));
  const requests = writeRequests('plain', NOTES);
  const warm = { clients: 32, seconds: Math.max(2, sizes.warmSeconds), requests };
  await closedLoop(service, warm);
  const { perSecond } = await closedLoop(service, warm);
  const texts = requests.map(({ path, headers, body }) =>
    requestText('POST', path, { agent: headers['x-agent'], body: JSON.parse(body) }),
  );
  const small = requestText('POST', '/board/plain/write', {
    body: { notes: [{ type: 'FACT', content: 'recovered' }] },
  });
  const connection = await Connection.open(service.url);
  const beforeMs = median(await timesOf(connection, small, 20));
  const watch = watchService(service);
  // Past all limits by the middle of it, however fast the service is.
  const excess = (2 * BOUND) / sizes.overloadSeconds;
  const load = { perSecond: perSecond + excess, seconds: sizes.overloadSeconds, bound: BOUND };
  const outcome = await openLoop(service.url, { ...load, textOf: (index) => texts[index % texts.length] });
  const seen = await watch.stop(outcome.stoppedAt);
  const drainedMs = performance.now() - outcome.stoppedAt;
  const [afterMs] = await timesOf(connection, small, 1);
  connection.close();
  describe(report, { outcome, seen, rate: load.perSecond });
  report.measured('o', 'afterwards', {
    'ms until all was answered': drainedMs,
    'ms first write': afterMs,
    'ms p50 before': beforeMs,
  });
  compare(report, { outcome, seen, drainedMs, afterMs });
}

const sumOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

const isRefusal = ({ status }) => status === 429 || status === 503;

function describe(report, { outcome, seen, rate }) {
  const { answers, unsent, failures } = outcome;
  const admitted = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(isRefusal);
  const times = (some) => ({
    p50Ms: quantile(
      some.map(({ ms }) => ms),
      0.5,
    ),
    p99Ms: quantile(
      some.map(({ ms }) => ms),
      0.99,
    ),
  });
  report.measured('o', `load: ${NOTES} notes a request`, {
    perSecond: rate,
    sent: answers.length + sumOf(failures),
    'not sent (bound)': unsent,
    ...Object.fromEntries(Object.entries(failures).map(([reason, count]) => [`without an answer: ${reason}`, count])),
  });
  report.measured('o', 'admitted', { requests: admitted.length, ...times(admitted) });
  report.measured('o', 'refused', { requests: refused.length, ...times(refused) });
  report.measured('o', 'reads of another board meanwhile', {
    p50Ms: quantile(seen.reads, 0.5),
    p99Ms: quantile(seen.reads, 0.99),
    failed: seen.failedReads,
  });
  if (seen.memory.length > 0)
    report.measured('o', 'memory', { 'MB before': seen.memory[0], 'MB at most': Math.max(...seen.memory) });
}

function compare(report, { outcome, seen, drainedMs, afterMs }) {
  const { answers, failures } = outcome;
  const others = answers.filter((answer) => answer.status !== 201 && !isRefusal(answer)).length + sumOf(failures);
  const refused = answers.filter(isRefusal);
  const silent = refused.filter(({ head }) => !/\r\nretry-after: \d/i.test(head)).length;
  report.compared('o', 'requests refused', refused.length, { atLeast: 1, unit: 'requests' });
  report.compared('o', 'answers that are neither 201 nor 429/503', others, { atMost: 0, unit: 'requests' });
  report.compared('o', 'refusals without Retry-After', silent, { atMost: 0, unit: 'requests' });
  report.compared(
    'o',
    'refusals: p99',
    quantile(
      refused.map(({ ms }) => ms),
      0.99,
    ),
    { atMost: 1_000, unit: 'ms' },
  );
  const third = Math.floor(seen.memory.length / 3);
  if (third > 0) {
    const growth = Math.max(...seen.memory.slice(2 * third)) / Math.max(...seen.memory.slice(third, 2 * third));
    report.compared('o', 'most memory, last third : middle third', growth, { atMost: 1.15 });
  }
  report.compared('o', 'all that was accepted is answered after the load', drainedMs, { atMost: 5_000, unit: 'ms' });
  report.compared('o', 'first write after that', afterMs, { atMost: 100, unit: 'ms' });
}

async function timesOf(connection, text, count) {
  const times = [];
  for (let index = 0; index < count; index += 1) times.push((await connection.send(text)).ms);
  return times;
}

/** Memory while the load lasted, and how long a read of another board takes, ten times a second at most. */
function watchService(service) {
  const samples = [];
  const seen = { reads: [], failedReads: 0 };
  let isStopped = false;
  const look = async () => {
    const connection = await Connection.open(service.url);
    while (!isStopped) {
      const memory = service.rssMb();
      if (memory !== undefined) samples.push({ at: performance.now(), memory });
      const { status, ms } = await connection.send(requestText('GET', '/board/other/read?budget=500'));
      if (status === 200) seen.reads.push(ms);
      else seen.failedReads += 1;
      await pause(LOOK_EVERY_MS);
    }
    connection.close();
    return seen;
  };
  const looking = look();
  return {
    stop: async (loadStoppedAt) => {
      isStopped = true;
      const memory = samples.filter(({ at }) => at <= loadStoppedAt).map((sample) => sample.memory);
      return { ...(await looking), memory };
    },
  };
}
