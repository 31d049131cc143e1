import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = 'backoff.mjs';
const TESTS = 'backoff.test.mjs';

const TEST_TEXT = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delayMs } from './backoff.mjs';

test('the first retry waits 100 ms', () => assert.equal(delayMs(1), 100));
test('each retry waits twice as long', () => assert.equal(delayMs(3), 400));
test('no retry waits over 5 s', () => assert.equal(delayMs(12), 5_000));
`;

/** A small program with tests, two of which fail at first. */
export class Project {
  constructor(folder) {
    this.folder = folder;
    this.program = PROGRAM;
    mkdirSync(folder);
    spawnSync('git', ['init', '--quiet'], { cwd: folder });
    writeFileSync(join(folder, TESTS), TEST_TEXT);
    this.write('100 * 2 ** attempt');
  }

  /** Writes the program anew around an expression of `attempt`. */
  write(expression) {
    writeFileSync(join(this.folder, PROGRAM), `export const delayMs = (attempt) => ${expression};\n`);
  }

  /** Runs the tests: the command and its result, as evidence states them, and the names of those that failed. */
  test() {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], { cwd: this.folder, env });
    const output = stdout.toString();
    const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(output)?.[1]);
    const failed = [...output.matchAll(/^\s*not ok \d+ - (.+)$/gm)].map(([, name]) => name);
    return {
      evidence: `node --test: ${count('pass')} passed, ${count('fail')} failed`,
      failed: failed.filter((name) => !name.endsWith('.mjs')),
    };
  }
}
