// Loaded into a service under test: at SIGUSR2 it says what the process holds once its garbage is collected.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  const resources = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  process.stderr.write(`HELD ${JSON.stringify({ heap: process.memoryUsage().heapUsed, resources })}\n`);
});
