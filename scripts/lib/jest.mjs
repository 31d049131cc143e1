import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * Runs one Jest project, with its user's own arguments, and resolves to its counts. A suite that fails to run counts as
 * one failure, and so does Jest itself.
 */
export async function runJest(project, args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-jest-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const output = join(folder, 'results.json');
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const command = ['--experimental-vm-modules', jest, '--selectProjects', project, '--json', `--outputFile=${output}`];
  // Narrowed to some files by its user, a run may well find none of them in this project.
  const leniency = args.length > 0 ? ['--passWithNoTests'] : [];
  const code = await run(process.execPath, [...command, ...OPTIONS[project], ...leniency, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return countsOf(readResults(output), code);
}

function countsOf(results, code) {
  if (results === undefined) return BROKEN;
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  return {
    passed: results.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
