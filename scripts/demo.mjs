// `npm run demo`: a service with an empty store and three agents, each with its own stdio adapter, that mend a small
// program together. All of it is real: the tests are run, the notes are checked, and what an agent is shown is what the
// service gave it. Prints each step, and under it what that agent was shown of the others.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from './demo/agent.mjs';
import { Project } from './demo/project.mjs';
import { mendTogether } from './demo/story.mjs';
import { ensureBuilt, ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-demo-'));
  const service = await startService(join(folder, 'board.sqlite'));
  const agents = [];
  try {
    const project = new Project(join(folder, 'project'));
    const startedAt = performance.now();
    const enter = async (name) => {
      const agent = await Agent.start(name, { url: service.url, cwd: project.folder, startedAt });
      agents.push(agent);
      return agent;
    };
    await mendTogether(enter, project);
    return 0;
  } finally {
    for (const agent of agents) await agent.leave();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function startService(path) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  const child = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js')], {
    env: { PATH: process.env.PATH, BOARD_LOG_LEVEL: 'warn', BOARD_DB_PATH: path, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      said += chunk;
      if (said.includes(' is ready.')) resolve();
    });
    exited.then(() => reject(new Error(`the service ended before it was ready\n${said}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
