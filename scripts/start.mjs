// `npm start`: from a fresh clone to a running service. Installs and builds what is missing, then runs it here.
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';
import { run } from './lib/run.mjs';

const LOOK_EVERY_MS = 500;
/** Room for young objects, as in the Dockerfile: a service of many short requests spends less time collecting them. */
const NODE_ARGUMENTS = ['--max-semi-space-size=64'];

/** npm passes a signal to its shell only, which dies and leaves this behind; whoever stops npm means the service. */
function stopWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
}

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  stopWithParent();
  return run(process.execPath, [...NODE_ARGUMENTS, join(root, 'dist', 'src', 'main.js'), ...process.argv.slice(2)]);
});
