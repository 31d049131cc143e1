// Before `npm pack`: builds what the package holds, and the types of its client, which nothing here needs.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, ensureBuilt, ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';
import { run } from './lib/run.mjs';

const COMPILER = [join('node_modules', 'typescript', 'bin', 'tsc'), join('client', 'index.ts')];
const OPTIONS =
  '--declaration --emitDeclarationOnly --outDir dist --rootDir . --module nodenext --target es2023 --strict --skipLibCheck';

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const code = await run(process.execPath, [...COMPILER, ...OPTIONS.split(' ')], { cwd: root });
  if (code !== 0) throw new SetupError('The types of the client could not be built.');
  copyFileSync(join(root, 'client', 'api.d.ts'), join(root, 'dist', 'client', 'api.d.ts'));
  return 0;
});
