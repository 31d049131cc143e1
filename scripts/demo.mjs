// `npm run demo`: a service with an empty store and three agents, each with its own stdio adapter, that mend a small
// program together. All of it is real: the tests are run, the notes are checked, and what an agent is shown is what the
// service gave it. Prints each step, and under it what that agent was shown of the others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from './demo/agent.mjs';
import { Project } from './demo/project.mjs';
import { mendTogether } from './demo/story.mjs';
import { ensureBuilt, ensureInstalled, runAsCommand } from './lib/ensure.mjs';
import { startService } from './lib/throwaway-service.mjs';

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
