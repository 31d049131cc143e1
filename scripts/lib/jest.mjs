import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from './ensure.mjs';
import { run } from './run.mjs';

export const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };
/** What counts for a part that could not run at all. */
export const BROKEN = { ...NO_TESTS, failed: 1 };

export const addCounts = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const summaryLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

// Each end-to-end file makes a database of its own, so files may run beside each other; a third of their time is waiting.
const OPTIONS = { unit: [], e2e: ['--maxWorkers=3'] };
/** More files than this do not fail by bad luck. */
const MOST_RUN_AGAIN = 2;

/**
 * Runs one Jest project, with its user's own arguments, and resolves to its counts. A suite that fails to run counts as
 * one failure, and so does Jest itself. With `again`, up to two files that failed are run once more, alone: what passes
 * then counts as passed, and is named on a line that begins with `unsteady: `.
 */
export async function runJest(project, args, { env = {}, again = false } = {}) {
  // Narrowed to some files by its user, a run may well find none of them in this project.
  const leniency = args.length > 0 ? ['--passWithNoTests'] : [];
  const { code, files } = await runOnce(project, [...OPTIONS[project], ...leniency, ...args], env);
  if (files === undefined) return BROKEN;
  const counts = sumOf(files);
  if (counts.failed === 0) return code === 0 ? counts : { ...counts, failed: 1 };
  const failed = files.filter((file) => countsOf(file).failed > 0).map(({ name }) => name);
  if (!again || failed.length > MOST_RUN_AGAIN) return counts;
  console.log(`\n=== once more, alone: ${failed.map((name) => relative(root, name)).join(', ')} ===`);
  const second = await runOnce(project, ['--runInBand', '--runTestsByPath', ...failed], env);
  if (second.files === undefined) return counts;
  for (const file of second.files)
    if (countsOf(file).failed === 0) console.log(`unsteady: ${relative(root, file.name)} (failed, then passed alone)`);
  return addCounts(sumOf(files.filter(({ name }) => !failed.includes(name))), sumOf(second.files));
}

/** The exit code, and what Jest says of each file; no files if Jest itself broke. */
async function runOnce(project, args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-jest-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const output = join(folder, 'results.json');
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const command = ['--experimental-vm-modules', jest, '--selectProjects', project, '--json', `--outputFile=${output}`];
  const code = await run(process.execPath, [...command, ...args], { cwd: root, env: { ...process.env, ...env } });
  return { code, files: readResults(output)?.testResults };
}

const sumOf = (files) => files.map(countsOf).reduce(addCounts, NO_TESTS);

function countsOf({ status, assertionResults }) {
  const count = (...wanted) => assertionResults.filter((each) => wanted.includes(each.status)).length;
  const failed = count('failed');
  return {
    passed: count('passed'),
    failed: failed === 0 && status === 'failed' ? 1 : failed,
    skipped: count('pending', 'todo', 'skipped', 'disabled'),
  };
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
