// `npm run check`: all that can be said about the code without running its tests. Every part runs, whatever the others say.
import { join } from 'node:path';
import { ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';
import { run } from './lib/run.mjs';

const PARTS = [
  ['format', 'node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
  ['lint', 'node_modules/eslint/bin/eslint.js', '--max-warnings=0', '.'],
  ['types', 'node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  ['architecture', 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs', 'src'],
  ['openapi difference', 'scripts/openapi.mjs', '--check'],
  [
    'client difference',
    'node_modules/openapi-typescript/bin/cli.js',
    'openapi.json',
    '-o',
    'client/api.d.ts',
    '--check',
  ],
];

await runAsCommand(async () => {
  await ensureInstalled();
  const failed = [];
  for (const [name, program, ...args] of PARTS) {
    console.log(`\n=== check: ${name} ===`);
    const code = await run(process.execPath, [join(root, program), ...args], { cwd: root });
    if (code !== 0) failed.push(name);
    if (code > 128) break;
  }
  console.log(failed.length === 0 ? '\ncheck: all well' : `\ncheck failed: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
});
