import { parseArgs } from 'node:util';
import { SetupError } from '../../scripts/lib/ensure.mjs';

const USAGE = `npm run bench [-- options]
  --quick            smaller sizes and shorter runs: minutes become seconds, and numbers rougher
  --only c,g         some parts only (see docs/performance.md): a a2 b c d e f g h m o s,
                     and p, a profile of writes, which runs only when it is named
  --dsn DSN          mysql://user:password@host:port/name of an account that may make databases test_*, or sqlite
                     (default: BENCH_MYSQL_DSN, else a private server, else SQLite)
  --json             prints the JSON in place of the tables
  --soak [minutes]   steady mixed load instead of the parts, 10 minutes where not said`;

/** Sizes of a whole run and of a quick one. Times are seconds. */
const WHOLE = {
  isQuick: false,
  rounds: 3,
  seconds: 3,
  warmSeconds: 3,
  grepSizes: [10_000, 100_000, 1_000_000],
  grepRounds: 4,
  waiters: 1_000,
  waitRounds: 4,
  turnRounds: 5,
  startRounds: 11,
  overloadSeconds: 12,
};
const QUICK = {
  isQuick: true,
  rounds: 2,
  seconds: 1,
  warmSeconds: 1,
  grepSizes: [2_000, 20_000, 100_000],
  grepRounds: 3,
  waiters: 1_000,
  waitRounds: 2,
  turnRounds: 2,
  startRounds: 5,
  overloadSeconds: 6,
};

/** What the command line asks for; throws a SetupError that shows the usage. */
export function readOptions(args) {
  const options = {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    dsn: { type: 'string' },
    json: { type: 'boolean' },
    soak: { type: 'boolean' },
  };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: args.includes('--soak') });
    const soakMinutes = Number(positionals[0] ?? 10);
    if (positionals.length > 1 || !(soakMinutes > 0)) throw new Error('--soak takes a number of minutes');
    return {
      sizes: values.quick ? QUICK : WHOLE,
      only: values.only?.split(',').map((letter) => letter.trim()),
      dsn: values.dsn ?? process.env.BENCH_MYSQL_DSN,
      isJson: values.json === true,
      soakMinutes: values.soak ? soakMinutes : undefined,
    };
  } catch (error) {
    throw new SetupError(`${error.message}\nUsage: ${USAGE}`);
  }
}
