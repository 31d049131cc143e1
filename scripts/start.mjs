// `npm start`: from a fresh clone to a running service. Installs and builds what is missing, then runs it here.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';
import { run } from './lib/run.mjs';

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return run(process.execPath, [join(root, 'dist', 'src', 'main.js'), ...process.argv.slice(2)]);
});
