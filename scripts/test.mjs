// `npm test`: the unit tests, then the end-to-end suite once per database; what goes through the command `gistboard`
// runs on the first one only. With `--again`, one or two files that failed are run once more. Its last line is
// `N passed, N failed`.
import { parseArgs } from 'node:util';
import { SetupError, ensureBuilt, ensureInstalled, runAsCommand } from './lib/ensure.mjs';
import { BROKEN, NO_TESTS, addCounts, runJest, summaryLine } from './lib/jest.mjs';
import { findProgram } from './lib/private-server.mjs';
import { SIGNALS, exitCodeOf } from './lib/run.mjs';
import { openDatabase } from './lib/test-databases.mjs';
import { endings } from './lib/test-server.mjs';

const NO_REDIS =
  '\nThe tests with Redis are skipped: to run them, install it (Debian, Ubuntu: apt-get install redis-server).';
const USAGE =
  'npm test [-- [--unit] [--e2e] [--no-command] [--again] [--database sqlite|private|mysql|mysql://...]... [-- Jest arguments ...]]';

for (const signal of SIGNALS)
  process.once(signal, async () => {
    await Promise.all([...endings].map((end) => end()));
    process.exit(exitCodeOf(signal));
  });

await runAsCommand(async () => {
  const counts = await runSuites(readArguments(process.argv.slice(2)));
  console.log(`\n${summaryLine(counts)}`);
  return counts.failed === 0 ? 0 : 1;
});

/** Everything before a `--` is ours, everything after it Jest's. */
function readArguments(args) {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const flag = { type: 'boolean' };
  const options = {
    unit: flag,
    e2e: flag,
    'no-command': flag,
    again: flag,
    database: { type: 'string', multiple: true },
  };
  try {
    const { values } = parseArgs({ args: args.slice(0, end), options });
    const { unit, e2e, 'no-command': noCommand, again, database } = values;
    const isEverything = unit === e2e;
    const databases = database ?? ['sqlite', 'mysql'];
    return {
      hasUnit: isEverything || unit,
      databases: isEverything || e2e ? databases : [],
      hasCommand: !noCommand,
      again,
      jestArguments: args.slice(end + 1),
    };
  } catch (error) {
    throw new SetupError(`${error.message}\nUsage: ${USAGE}`);
  }
}

async function runSuites({ hasUnit, databases, hasCommand, again, jestArguments }) {
  try {
    await ensureInstalled();
    await ensureBuilt();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return BROKEN;
  }
  let counts = NO_TESTS;
  if (hasUnit) {
    console.log('\n=== unit ===');
    counts = addCounts(counts, await runJest('unit', jestArguments, { again }));
  }
  if (databases.length > 0 && findProgram('redis-server') === undefined) console.log(NO_REDIS);
  for (const [index, database] of databases.entries()) {
    const env = hasCommand && index === 0 ? {} : { TEST_COMMAND: 'no' };
    counts = addCounts(counts, await runOnDatabase(database, { env, again, jestArguments }));
  }
  return counts;
}

async function runOnDatabase(choice, { env, again, jestArguments }) {
  let database;
  try {
    database = await openDatabase(choice);
    if (database === undefined) return NO_TESTS;
    console.log(`\n=== e2e on ${database.name} ===`);
    return await runJest('e2e', jestArguments, { env: { ...env, TEST_DATABASE: database.dsn }, again });
  } catch (error) {
    console.error(`\nThe end-to-end suite could not run: ${error.message}`);
    return BROKEN;
  } finally {
    await database?.stop();
  }
}
