import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const SCRIPT = join(import.meta.dirname, '../../../scripts/demo-goal.mjs');
/** What all that is written comes to, however the roles take turns. */
const OUTCOME = `(the goal is closed)
review#3 is answered 401
spec v2 by orchestrator, stale
research v1 by search, stale
adr v1 by architecture, stale
task-list v2 by orchestrator
diff v2 by implement
findings of review v2 by review
findings of review#2 v2 by review#2
findings of review#3 v2 by review#3
exported: `;

describe('the demonstration of a goal', () => {
  it('goes from spec to findings through seven processes and a restart, and is closed and exported', async () => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT], { env });
    expect(stderr).toBe('');
    expect(stdout).toContain(OUTCOME);
    const lines = stdout.split('\n');
    const [restart, diff] = ['(the service stops, and starts again)', 'implement writes diff v1'].map((line) =>
      lines.indexOf(line),
    );
    expect(restart).toBeGreaterThan(0);
    // The same roles go on behind it, at the next versions.
    for (const line of ['orchestrator writes spec v2', 'implement writes diff v2', 'review#3 writes findings v2'])
      expect(lines.indexOf(line)).toBeGreaterThan(Math.max(restart ?? 0, diff ?? 0));
    for (const reviewer of ['review', 'review#2', 'review#3'])
      expect(lines.filter((line) => line.startsWith(`${reviewer} is refused: forbidden`))).toHaveLength(1);
  }, 300_000);
});
