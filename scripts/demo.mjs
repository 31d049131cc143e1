// `npm run demo`: a service with an empty store and three agents, each with its own stdio adapter, that mend a small
// program together. All of it is real: the tests are run, the notes are checked, and what an agent is shown is what the
// service gave it. Prints each step, and under it what that agent was shown of the others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Project } from './demo/project.mjs';
import { mendTogether } from './demo/story.mjs';
import { ensureBuilt, ensureInstalled, runAsCommand } from './lib/ensure.mjs';
import { Agent } from './lib/agent.mjs';
import { screen } from './lib/screen.mjs';
import { startService } from './lib/throwaway-service.mjs';

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-demo-'));
  const service = await startService({ BOARD_DB_PATH: join(folder, 'board.sqlite') });
  const agents = [];
  try {
    const project = new Project(join(folder, 'project'));
    const print = screen();
    const enter = async (name) => {
      const env = { HOME: process.env.HOME ?? folder, GISTBOARD_URL: service.url, GISTBOARD_AGENT: name };
      const agent = await Agent.start(name, { env, cwd: project.folder, print });
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
