import { setTimeout as pause } from 'node:timers/promises';
import { SMALL_BOARDS } from './bench.mjs';
import { ask, Connection, requestText } from './connection.mjs';
import { median } from './stats.mjs';
import { agentName, noteOf, randomOf, WORDS } from './texts.mjs';
import { shownText } from './turns.mjs';

const AGENTS = 50;
const BOARDS = ['turns', 'waits', 'other', 'mixed'];
const SAMPLES = 60;
/** Requests a second of each kind; far below what one core can do, so that what grows is a leak and not a queue. */
const RATES = { write: 20, batch: 1, read: 20, part: 5, grep: 2, snapshot: 10, message: 2, stranger: 1 };
const WAITERS = 25;

/** Steady mixed load for some minutes; memory, handles and connections at intervals, and how they grew. */
export async function soak(bench, minutes) {
  const service = await bench.service(await bench.database(SMALL_BOARDS));
  const random = randomOf(11);
  // A message needs an addressee that every board knows.
  await ask(service.url, 'GET', '/board', { agent: 'agent-1' });
  const state = { untilMs: performance.now() + minutes * 60_000, requests: 0, refused: 0 };
  const loops = Object.entries(RATES).map(([kind, perSecond]) =>
    steady(service, state, { perSecond, textOf: () => TEXTS[kind](random) }),
  );
  const waits = Array.from({ length: WAITERS }, (_, index) => waitAgain(service, state, agentName(index)));
  const samples = await sampleUntilEnd(bench, service, state);
  await Promise.all([...loops, ...waits]);
  bench.report.measured('soak', 'load', { minutes, requests: state.requests, 'not 2xx': state.refused });
  for (const sample of samples.filter((_, index) => index % Math.ceil(samples.length / 12) === 0))
    bench.report.measured('soak', `after ${sample.minute.toFixed(1)} min`, sample.numbers);
  for (const name of Object.keys(samples[0]?.numbers ?? {})) {
    const [early, late] = [samples.slice(samples.length / 4, samples.length / 2), samples.slice(-samples.length / 4)];
    // Memory by its floor: how much garbage there is at a moment says nothing.
    const level = name.startsWith('MB') ? (values) => Math.min(...values) : median;
    const of = (some) => level(some.map(({ numbers }) => numbers[name]));
    bench.report.compared('soak', `${name}: last quarter : second quarter`, of(late) / of(early));
  }
}

const pick = (random, list) => list[Math.floor(random() * list.length)];
const anyAgent = (random) => agentName(Math.floor(random() * AGENTS));
const write = (random, count) =>
  requestText('POST', `/board/${pick(random, BOARDS)}/write`, {
    agent: anyAgent(random),
    body: { notes: Array.from({ length: count }, () => noteOf(random, true)) },
  });
const get = (random, path) => requestText('GET', path, { agent: anyAgent(random) });

const TEXTS = {
  write: (random) => write(random, 1),
  batch: (random) => write(random, 50),
  read: (random) => get(random, `/board/${pick(random, BOARDS)}/read`),
  part: (random) => get(random, `/board/${pick(random, BOARDS)}/read?budget=${500 + Math.floor(random() * 1_000)}`),
  grep: (random) => get(random, `/board/${pick(random, BOARDS)}/grep?q=${pick(random, Object.values(WORDS))}`),
  snapshot: (random) => get(random, `/snapshot?boards=${pick(random, BOARDS)}&format=text`),
  message: (random) =>
    requestText('POST', `/board/${pick(random, BOARDS)}/messages`, {
      agent: 'agent-0',
      body: { to: 'agent-1', body: 'Is it yours?' },
    }),
  stranger: () => requestText('GET', '/whoami', { agent: `stranger-${Math.floor(performance.now())}` }),
};

async function steady(service, state, { perSecond, textOf }) {
  const connection = await Connection.open(service.url);
  const startedAt = performance.now();
  for (let sent = 0; performance.now() < state.untilMs; sent += 1) {
    await pause(Math.max(0, startedAt + (sent * 1_000) / perSecond - performance.now()));
    await send(connection, state, textOf());
  }
  connection.close();
}

async function send(connection, state, text) {
  const answer = await connection.send(text);
  state.requests += 1;
  if (answer.status >= 300) state.refused += 1;
  return answer;
}

/** An agent that waits, confirms what it was shown, and waits again. */
async function waitAgain(service, state, agent) {
  const connection = await Connection.open(service.url);
  while (performance.now() < state.untilMs) {
    const { status, body } = await send(connection, state, requestText('GET', `/pending/${agent}?wait=5`, { agent }));
    const pending = JSON.parse(body.toString());
    if (status === 200 && pending.lease_id !== null) await send(connection, state, shownOn(pending, agent));
    await pause(200);
  }
  connection.close();
}

/** On several boards an event is named by its board too. */
const shownOn = (pending, agent) =>
  shownText({ ...pending, events: pending.events.map(({ board, label }) => ({ label: `${board}/${label}` })) }, agent);

async function sampleUntilEnd(bench, service, state) {
  const startedAt = performance.now();
  const everyMs = (state.untilMs - startedAt) / SAMPLES;
  const samples = [];
  while (performance.now() + everyMs / 2 < state.untilMs) {
    await pause(everyMs);
    const metrics = (await ask(service.url, 'GET', '/metrics')).body.toString();
    const of = (name) => Number(new RegExp(`^${name} ([\\d.e+-]+)`, 'm').exec(metrics)?.[1] ?? NaN);
    const connections = [...metrics.matchAll(/^gistboard_\w*connections\{[^}]*state="(?:used|free)"[^}]*\} (\d+)/gm)];
    const numbers = {
      'MB resident': service.rssMb() ?? of('process_resident_memory_bytes') / 1_048_576,
      'MB heap': of('nodejs_heap_size_used_bytes') / 1_048_576,
      handles: of('nodejs_active_handles_total'),
      'open files': of('process_open_fds'),
      connections: connections.reduce((sum, [, count]) => sum + Number(count), 0),
      'ms loop lag p99': of('nodejs_eventloop_lag_p99_seconds') * 1_000,
    };
    const minute = (performance.now() - startedAt) / 60_000;
    bench.say(
      `  ${minute.toFixed(1)} min: ${Object.entries(numbers)
        .map(([name, value]) => `${value.toFixed(1)} ${name}`)
        .join(', ')}`,
    );
    samples.push({ minute, numbers });
  }
  return samples;
}
