// `npm run openapi`: writes openapi.json from the code; with `--check` it only says whether the committed one differs.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';
import { run } from './lib/run.mjs';

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const generator = join(root, 'dist', 'src', 'write-openapi.js');
  return run(process.execPath, [generator, ...process.argv.slice(2)], { cwd: root });
});
