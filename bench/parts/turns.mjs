import { SMALL_BOARDS } from '../lib/bench.mjs';
import { middleRun } from '../lib/closed-loop.mjs';
import { meetAgents, turnOf } from '../lib/turns.mjs';

export const title = 'snapshot, pending and shown of 200 agents';

const AGENTS = 200;

/** Part f: every agent once, over 32 connections; 20 notes and some messages before each. */
export async function run(bench) {
  const { sizes, report } = bench;
  const service = await bench.service(await bench.database(SMALL_BOARDS));
  const first = await meetAgents(service, 'turns', AGENTS);
  report.measured('f', 'first snapshot: the whole view of 2,000', first.numbers);
  await turnOf(service, 'turns', AGENTS);
  const turns = [];
  for (let turn = 0; turn < sizes.turnRounds; turn += 1) turns.push(await turnOf(service, 'turns', AGENTS));
  for (const name of ['snapshot', 'pending', 'shown'])
    report.measured('f', `${name}, ${AGENTS} agents`, middleRun(turns.map((turn) => turn[name])));
}
