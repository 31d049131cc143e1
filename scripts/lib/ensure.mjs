import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from './run.mjs';

/** The checkout: where package.json is. */
export const root = join(import.meta.dirname, '..', '..');

const STAMP = join(root, 'dist', '.built');
/** Of what npm said where a compilation failed: the reason is near the end. */
const LAST_LINES = 20;
const NO_COMPILER =
  'The embedded store (better-sqlite3) could not be compiled: see above. It needs a C++ compiler, make, Python 3 and the headers of Node ' +
  '(on Debian and Ubuntu: apt-get install build-essential python3); install them and run this command again.';

/** What stops a command before it has begun; its message is all that a reader needs. */
export class SetupError extends Error {}

/** Runs `main` and turns its result into the exit code; a SetupError is one sentence, without a stack. */
export async function runAsCommand(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Brings node_modules to what package-lock.json says, and the native module to what this Node can load. */
export async function ensureInstalled() {
  if (!isInstalled()) {
    console.error('Installing dependencies (npm ci; the first time takes a minute or two) ...');
    // The build needs the development dependencies, whatever NODE_ENV says.
    await npm(['ci', '--include=dev', '--no-audit', '--no-fund']);
  }
  if (loadsSqlite()) return;
  // Built for another Node version, or not at all because install scripts are switched off.
  console.error('Compiling better-sqlite3 for this Node ...');
  await npm(['rebuild', 'better-sqlite3', '--ignore-scripts=false']);
  if (!loadsSqlite()) throw new SetupError(NO_COMPILER);
}

/** Compiles src/ into dist/ if anything that goes into it has changed since the last time. */
export async function ensureBuilt() {
  const inputs = buildInputs();
  if (isBuilt(inputs)) return;
  console.error('Building ...');
  const startedAt = new Date();
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const code = await run(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root });
  if (code > 128) process.exit(code);
  if (code !== 0) throw new SetupError('The build failed: the errors above are all that the compiler said.');
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(STAMP, inputs.join('\n'));
  // What was saved while the compiler ran is newer than the stamp, so the next run builds it.
  utimesSync(STAMP, startedAt, startedAt);
}

/** By content, not by time: npm itself writes the two files in either order. */
function isInstalled() {
  const installedLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const installed = readJson(installedLock).packages;
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, wanted]) => {
    const found = installed[path];
    if (path === '' || (!found && wanted.optional)) return true;
    return found?.version === wanted.version && found?.integrity === wanted.integrity;
  });
}

/** In a process of its own: a module that was loaded once can't be replaced in this one. */
function loadsSqlite() {
  const program = "new (require('better-sqlite3'))(':memory:')";
  return spawnSync(process.execPath, ['-e', program], { cwd: root, stdio: 'ignore' }).status === 0;
}

/** Runs npm; what it says on stderr is shown only if it fails, and one sentence in its place where that explains it. */
async function npm(args) {
  const cli = process.env.npm_execpath;
  const isNpm = cli !== undefined && /npm-cli\.c?js$/.test(cli);
  const options = {
    cwd: root,
    env: withHeaders(process.env),
    stdio: ['ignore', 'inherit', 'pipe'],
    shell: !isNpm && process.platform === 'win32',
  };
  const child = isNpm ? spawn(process.execPath, [cli, ...args], options) : spawn('npm', args, options);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (said += chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code === 0) return;
  const isCompile = /better-sqlite3/.test(said) && /gyp|prebuild-install/.test(said);
  const words = isCompile ? said.trim().split('\n').slice(-LAST_LINES).join('\n') : said.trim();
  throw new SetupError(`${words}\n\n${isCompile ? NO_COMPILER : `npm ${args[0]} failed: see above.`}`);
}

/** Headers that came with this Node are used: to get them from elsewhere takes a network that lets one. */
function withHeaders(env) {
  const prefix = join(process.execPath, '..', '..');
  const areHere = existsSync(join(prefix, 'include', 'node', 'node_version.h'));
  return areHere ? { npm_config_nodedir: prefix, ...env } : env;
}

function isBuilt(inputs) {
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== inputs.join('\n')) return false;
  const builtAtMs = statSync(STAMP).mtimeMs;
  return inputs.every((file) => statSync(join(root, file)).mtimeMs < builtAtMs);
}

/** Sorted paths; the list is kept in the stamp, so that a removed source is noticed too. */
function buildInputs() {
  const sources = ['src', 'client']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const settings = readdirSync(root).filter((name) =>
    /^(ormconfig\.ts|tsconfig.*\.json|package-lock\.json)$/.test(name),
  );
  return [...sources, ...settings].sort();
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
