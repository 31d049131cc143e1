import autocannon from 'autocannon';
import { Connection, requestText } from './connection.mjs';
import { median, quantile } from './stats.mjs';

/**
 * `clients` connections, each with one request under way all the time, for `seconds`. Every client goes round the
 * requests ({method, path, headers, body}) from a place of its own. Answers {perSecond, p50Ms, p99Ms, cpuUs}: cpuUs is
 * the server's processor time a request, the number that other load on the machine moves least.
 */
export async function closedLoop(server, { clients, seconds, requests }) {
  const cpuBefore = server.cpuMs();
  let client = 0;
  const load = autocannon({
    url: server.url,
    connections: clients,
    duration: seconds,
    requests: requests.slice(0, 1),
    setupClient: (each) => {
      const start = Math.floor((client++ * requests.length) / clients);
      each.setRequests([...requests.slice(start), ...requests.slice(0, start)].map((request) => ({ ...request })));
    },
  });
  const times = [];
  let firstAt;
  let lastAt;
  load.on('response', (_client, _status, _bytes, ms) => {
    lastAt = performance.now();
    firstAt ??= lastAt - ms;
    times.push(ms);
  });
  const { non2xx, errors, timeouts, statusCodeStats } = await load;
  if (times.length === 0) throw new Error(`${requests[0].path}: no answer within ${seconds} s`);
  if (non2xx + errors + timeouts > 0) {
    const statuses = JSON.stringify(statusCodeStats);
    throw new Error(`${requests[0].path}: ${errors} errors, ${timeouts} time-outs, statuses ${statuses}`);
  }
  return numbersOf(server, { times, ms: lastAt - firstAt, cpuBefore });
}

/**
 * The same for GETs of large pages: autocannon parses and decodes what it gets in JavaScript, which for 200 kB costs
 * more than any server of them. This one counts bytes.
 */
export async function pageLoop(server, { clients, seconds, path, agent }) {
  const cpuBefore = server.cpuMs();
  const text = requestText('GET', path, { agent });
  const times = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const work = async () => {
    const connection = await Connection.open(server.url, { keepsBody: false });
    while (performance.now() < until) {
      const { status, ms } = await connection.send(text);
      if (status !== 200) throw new Error(`${path}: ${status}`);
      times.push(ms);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, work));
  return numbersOf(server, { times, ms: performance.now() - startedAt, cpuBefore });
}

function numbersOf(server, { times, ms, cpuBefore }) {
  const cpuMs = cpuBefore === undefined ? undefined : server.cpuMs() - cpuBefore;
  return {
    perSecond: (times.length * 1_000) / ms,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    ...(cpuMs === undefined ? {} : { cpuUs: (cpuMs * 1_000) / times.length }),
  };
}

/** The middle one of several runs, number by number. */
export const middleRun = (runs) =>
  Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
