// `npm run migrate`: brings the configured store up to date without starting the service.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';
import { run } from './lib/run.mjs';

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return run(process.execPath, [join(root, 'dist', 'src', 'migrate.js')], { cwd: root });
});
