import { SMALL_BOARDS } from '../lib/bench.mjs';
import { closedLoop, middleRun } from '../lib/closed-loop.mjs';
import { readRequests, writeRequests } from '../lib/requests.mjs';
import { median, quantile, ratioOf } from '../lib/stats.mjs';
import { INBOX, NOTICES, Waiters } from '../lib/waiters.mjs';

export const title = 'held waits: others unaffected, and all answered by one write';

const BESIDE = { clients: 8, requests: [...writeRequests('other', 1).slice(0, 16), ...readRequests('other')] };

/** Part g: notices, and then inboxes. */
export async function run(bench) {
  const service = await bench.service(await bench.database(SMALL_BOARDS));
  await besideOthers(bench, service);
  await ofInboxes(bench, service);
}

/** A round: others without waits, then all wait, others beside them, one write wakes all, all confirm. */
async function besideOthers(bench, service) {
  const { sizes, report } = bench;
  const waiters = await Waiters.open(service, 'waits', { count: sizes.waiters, way: NOTICES });
  await closedLoop(service, { ...BESIDE, seconds: sizes.warmSeconds });
  const rounds = [];
  for (let round = 0; round <= sizes.waitRounds; round += 1) {
    bench.say(`  round ${round + 1} of ${sizes.waitRounds + 1} ...`);
    rounds.push(await waitRound(service, { waiters, seconds: Math.min(3, sizes.seconds) }));
  }
  waiters.close();
  const [cold, ...warm] = rounds;
  const name = `${sizes.waiters} waits answered`;
  report.measured('g', `${name}, first round`, wakeNumbers([cold]));
  report.measured('g', `${name}, warm`, wakeNumbers(warm));
  report.measured('g', 'other requests without waits, 8 clients', middleRun(warm.map(({ alone }) => alone)));
  report.measured('g', 'other requests beside waits, 8 clients', middleRun(warm.map(({ beside }) => beside)));
  report.measured('g', 'memory with the waits held', { MB: rounds.at(-1).rssMb });
  report.compared('g', `${name}: p99, warm`, wakeNumbers(warm).p99Ms, { atMost: 300, unit: 'ms' });
  const rates = (when) => rounds.map((round) => round[when].perSecond);
  report.compared('g', 'other requests beside held waits : without', ratioOf(rates('beside'), rates('alone')), {
    atLeast: 0.8,
  });
}

async function waitRound(service, { waiters, seconds }) {
  const alone = await closedLoop(service, { ...BESIDE, seconds });
  const { answered } = await waiters.hold();
  const beside = await closedLoop(service, { ...BESIDE, seconds });
  const rssMb = service.rssMb();
  await waiters.wake();
  const answers = await answered;
  await waiters.confirm(answers);
  return { alone, beside, rssMb, times: answers.map(({ afterMs }) => afterMs) };
}

/** A round: all wait for their inboxes, one message to all wakes them. */
async function ofInboxes(bench, service) {
  const { sizes, report } = bench;
  const waiters = await Waiters.open(service, 'waits', { count: sizes.waiters, way: INBOX });
  const rounds = [];
  for (let round = 0; round <= sizes.waitRounds; round += 1) {
    bench.say(`  inboxes, round ${round + 1} of ${sizes.waitRounds + 1} ...`);
    const { answered } = await waiters.hold();
    await waiters.wake();
    rounds.push({ times: (await answered).map(({ afterMs }) => afterMs) });
  }
  waiters.close();
  const [cold, ...warm] = rounds;
  const name = `${sizes.waiters} waits of inboxes answered`;
  report.measured('g', `${name}, first round`, wakeNumbers([cold]));
  report.measured('g', `${name}, warm`, wakeNumbers(warm));
  report.compared('g', `${name}: p99, warm`, wakeNumbers(warm).p99Ms, { atMost: 300, unit: 'ms' });
}

/** The middle round of several: from the moment that the write is sent to the answers. */
function wakeNumbers(rounds) {
  const of = (number) => median(rounds.map(({ times }) => number(times)));
  return {
    p50Ms: of((times) => quantile(times, 0.5)),
    p99Ms: of((times) => quantile(times, 0.99)),
    'ms last': of((times) => Math.max(...times)),
  };
}
