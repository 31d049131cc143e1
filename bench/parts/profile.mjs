import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../../scripts/lib/ensure.mjs';
import { SMALL_BOARDS } from '../lib/bench.mjs';
import { closedLoop, pageLoop } from '../lib/closed-loop.mjs';
import { writeRequests } from '../lib/requests.mjs';
import { NOTICES, Waiters } from '../lib/waiters.mjs';

export const title = 'where the time of writes and reads goes';

const CLIENTS = 32;
const SHOWN = 25;
const WAITERS = 1_000;

/** Part p, only when it is asked for: one CPU profile a load, of the service alone and warm. */
export async function run(bench) {
  const closed = (requests) => (service, seconds) => closedLoop(service, { clients: CLIENTS, seconds, requests });
  const loads = {
    'write of 1 note': closed(writeRequests('plain', 1)),
    'write of 50 notes': closed(writeRequests('plain', 50)),
    'write of 1 note, all types': closed(writeRequests('mixed', 1, true)),
    'write of 50 notes, all types': closed(writeRequests('mixed', 50, true)),
    read: (service, seconds) => pageLoop(service, { clients: CLIENTS, seconds, path: '/board/view/read' }),
    'waits woken and confirmed': wakeAgain,
  };
  for (const [name, load] of Object.entries(loads)) {
    const folder = mkdtempSync(join(tmpdir(), 'gistboard-bench-'));
    try {
      const { window, count } = await profiledLoad(bench, { load, folder });
      const [file] = readdirSync(folder).filter((each) => each.endsWith('.cpuprofile'));
      show(bench, { name, count, profile: JSON.parse(readFileSync(join(folder, file), 'utf8')), window });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function profiledLoad(bench, { load, folder }) {
  const options = { nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${folder}`] };
  const service = await bench.service(await bench.database(SMALL_BOARDS), options);
  await load(service, 2 * bench.sizes.warmSeconds);
  const from = nowUs();
  const { perSecond } = await load(service, 2 * bench.sizes.seconds);
  const window = [from, nowUs()];
  // The profile is written when it ends.
  await service.stop();
  return { window, count: (perSecond * (window[1] - window[0])) / 1e6 };
}

/** Waits that are held, woken and confirmed again and again: 2 requests a waiter and round. */
async function wakeAgain(service, seconds) {
  const waiters = await Waiters.open(service, 'waits', { count: WAITERS, way: NOTICES });
  const startedAt = performance.now();
  let requests = 0;
  while (performance.now() - startedAt < seconds * 1_000) {
    const { answered } = await waiters.hold();
    await waiters.wake();
    await waiters.confirm(await answered);
    requests += 2 * WAITERS;
  }
  waiters.close();
  return { perSecond: (requests * 1_000) / (performance.now() - startedAt) };
}

/** On the clock that a profile's times are of: it does not begin anew with a process. */
const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

function show({ report, say }, { name, count, profile, window }) {
  const { selfUs, totalUs, busyUs } = timesOf(profile, window);
  report.measured('p', name, { requests: count, 'µs busy a request': busyUs / count });
  const list = (title, times) => {
    say(`\n  ${name}: ${title}, share of the busy time and µs a request`);
    const most = [...times].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN);
    for (const [place, us] of most)
      say(`  ${((100 * us) / busyUs).toFixed(1).padStart(5)} % ${(us / count).toFixed(1).padStart(7)}  ${place}`);
  };
  list('functions by their own time', selfUs);
  list(
    'files by their own time',
    grouped(selfUs, (place) => place.replace(/^\S+ |:\d+$/g, '')),
  );
  list('packages by their own time', grouped(selfUs, packageOf));
  list(
    'functions of src by their time with all that they call',
    new Map([...totalUs].filter(([place]) => place.includes(' dist/'))),
  );
}

/** Microseconds by place (`function file:line`) of the samples within the window; idle is nobody's. */
function timesOf({ nodes, samples, timeDeltas, startTime }, [from, to]) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) for (const child of node.children ?? []) byId.get(child).parent = node;
  const [selfUs, totalUs] = [new Map(), new Map()];
  const add = (map, place, us) => map.set(place, (map.get(place) ?? 0) + us);
  let busyUs = 0;
  let at = startTime;
  samples.forEach((id, index) => {
    const us = timeDeltas[index];
    at += us;
    const node = byId.get(id);
    if (at < from || at > to || node.callFrame.functionName === '(idle)') return;
    busyUs += us;
    add(selfUs, placeOf(node), us);
    const seen = new Set();
    for (let each = node; each !== undefined; each = each.parent) seen.add(placeOf(each));
    for (const place of seen) add(totalUs, place, us);
  });
  return { selfUs, totalUs, busyUs };
}

function placeOf({ callFrame: { functionName, url, lineNumber } }) {
  const file = url.startsWith('file://') ? relative(root, url.slice('file://'.length)) : relative(root, url || root);
  const path = url.startsWith('node:') ? url : file.replace(/^.*node_modules\//, 'node_modules/');
  return `${(functionName || '(anonymous)').replaceAll(' ', '_').slice(0, 60)} ${path === '' ? '(native)' : `${path}:${lineNumber + 1}`}`;
}

function grouped(times, keyOf) {
  const sums = new Map();
  for (const [place, us] of times) sums.set(keyOf(place), (sums.get(keyOf(place)) ?? 0) + us);
  return sums;
}

function packageOf(place) {
  const path = place.slice(place.indexOf(' ') + 1);
  if (path === '(native)') return place;
  return (
    /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? (path.startsWith('node:') ? 'node' : 'dist (our code)')
  );
}
