// `npm run bench`: measures the service beside what it could be compared with, in one run, on one machine and database.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { SetupError, ensureBuilt, ensureInstalled, runAsCommand } from '../scripts/lib/ensure.mjs';
import { SIGNALS, exitCodeOf } from '../scripts/lib/run.mjs';
import { endings } from '../scripts/lib/test-server.mjs';
import { readOptions } from './lib/options.mjs';

/** In the order in which they run; the letters of `--only` that choose each. */
const PARTS = [
  ['writes', ['a', 'a2', 'b', 'c']],
  ['read', ['a', 'd']],
  ['turns', ['f']],
  ['waits', ['g']],
  ['grep', ['e']],
  ['size', ['h']],
  ['agents', ['m']],
  ['overload', ['o']],
  ['statements', ['s']],
  ['profile', ['p']],
];
/** What takes time and compares nothing runs when it is asked for. */
const ONLY_ASKED = ['profile'];

let isInterrupted = false;
for (const signal of SIGNALS)
  process.once(signal, async () => {
    isInterrupted = true;
    // Servers first: a database in use can't always be dropped.
    for (const end of [...endings].reverse()) await end();
    process.exit(exitCodeOf(signal));
  });

await runAsCommand(async () => {
  const options = readOptions(process.argv.slice(2));
  const chosen = PARTS.filter(
    ([name, letters]) => options.only?.some((letter) => letters.includes(letter)) ?? !ONLY_ASKED.includes(name),
  );
  if (chosen.length === 0) throw new SetupError(`--only knows ${PARTS.flatMap(([, letters]) => letters).join(' ')}`);
  await ensureInstalled();
  await ensureBuilt();
  const { openStores } = await import('./lib/store.mjs');
  const { Bench } = await import('./lib/bench.mjs');
  const { Report } = await import('./lib/report.mjs');
  const startedAt = new Date();
  const stores = await openStores(options.dsn);
  const bench = new Bench(options.sizes, stores, new Report());
  bench.say(`Measuring on ${stores.name} ...`);
  let failed = 0;
  try {
    if (options.soakMinutes !== undefined) await (await import('./lib/soak.mjs')).soak(bench, options.soakMinutes);
    else for (const [name] of chosen) if (!isInterrupted) failed += await runPart(bench, name);
  } finally {
    await bench.stopServers();
    await stores.stop();
  }
  if (!isInterrupted) publish(bench, { startedAt, isJson: options.isJson });
  return failed === 0 ? 0 : 1;
});

/** A part that fails says so and leaves the others alone. Answers how many failed. */
async function runPart(bench, name) {
  const part = await import(`./parts/${name}.mjs`);
  bench.say(`${part.title} ...`);
  const startedAt = performance.now();
  try {
    await part.run(bench);
    bench.say(`  took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    return 0;
  } catch (error) {
    if (!isInterrupted) bench.say(`  failed: ${error.stack}`);
    bench.report.omitted(name, `it failed: ${error.message}`);
    return 1;
  } finally {
    await bench.stopServers();
  }
}

function publish({ stores, sizes, report }, { startedAt, isJson }) {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  }).stdout?.trim();
  const run = {
    command: ['npm run bench --', ...process.argv.slice(2).map((word) => word.replace(/:[^:@/]*@/, ':***@'))].join(' '),
    startedAt: startedAt.toISOString(),
    minutes: (Date.now() - startedAt.getTime()) / 60_000,
    commit,
    node: process.version,
    machine: `${cpus().length} x ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    database: stores.name,
    settings: stores.settings,
    sizes,
    ...report.toJSON(),
  };
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${run.startedAt.replaceAll(':', '-').slice(0, 19)}.json`);
  const text = `${JSON.stringify(run, null, 2)}\n`;
  writeFileSync(path, text);
  process.stderr.write(`Written to ${path} after ${run.minutes.toFixed(1)} min\n`);
  if (isJson) process.stdout.write(text);
  else
    process.stdout.write(
      `\n${run.machine}; Node ${run.node}; ${run.database} ${JSON.stringify(run.settings)}\n\n${report}\n`,
    );
}
