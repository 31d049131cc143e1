import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const SHOWN = /^```sh\nnpm run -s demo\n```\n\n```text\n([\s\S]*?)^```$/m;

/** Without what differs from run to run: seconds, days and times. */
const lasting = (text: string): string =>
  text
    .replace(/^ *\d+\.\d s/gm, 'T s')
    .replace(/\d{4}-\d\d-\d\d /g, '')
    .replace(/\b\d\d:\d\d\b/g, 'HH:MM');

describe('the demonstration', () => {
  it('runs, and prints what the README shows', async () => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/demo.mjs')], { env });
    const [, shown = ''] = SHOWN.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    expect(lasting(stdout.trim())).toBe(lasting(shown.trim()));
  });
});
