// `npm run demo:goal`: a goal from its spec to the findings of three reviewers. Each role is a process of its own with a
// token of its own, over MCP; the service is stopped and started again in the middle. At the end the goal is closed, and
// its board is written down. All of it is real; only what the documents say is written beforehand.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Operator } from './demo-goal/operator.mjs';
import { ensureBuilt, ensureInstalled, root, runAsCommand } from './lib/ensure.mjs';
import { startService } from './lib/throwaway-service.mjs';

const ROLES = [
  { name: 'orchestrator' },
  { name: 'search' },
  { name: 'architecture' },
  { name: 'implement', may_edit: true },
  { name: 'review', count: 3 },
];
const GOAL = 'Calls of the network are tried again, and the last error is told.';

/** The processes of all roles; rejects as soon as one of them fails. */
function startMembers(url, tokens) {
  const children = [];
  const work = [...tokens].map(async ([name, token]) => {
    const env = { PATH: process.env.PATH, GISTBOARD_URL: url, GISTBOARD_TOKEN: token, DEMO_NAME: name };
    const script = join(root, 'scripts', 'demo-goal', 'agent.mjs');
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    children.push(child);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${name} ended with code ${code}`);
  });
  return { children, done: Promise.all(work) };
}

async function untilWritten(operator, kind) {
  while (!(await operator.documents()).some((line) => line.kind === kind)) await pause(50);
}

await runAsCommand(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'gistboard-goal-'));
  const operator = new Operator();
  const env = { ...operator.env, BOARD_DB_PATH: join(folder, 'board.sqlite') };
  let service = await startService(env);
  let members;
  try {
    await operator.begin(service.url, GOAL, ROLES);
    const tokens = await operator.mint(ROLES);
    members = startMembers(service.url, tokens);
    await Promise.race([untilWritten(operator, 'diff'), members.done]);
    console.log('(the service stops, and starts again)');
    await service.stop();
    service = await startService(env, service.port);
    await members.done;
    await operator.close();
    console.log('(the goal is closed)');
    const status = await operator.statusOf([...tokens.values()].at(-1));
    console.log(`review#3 is answered ${status}`);
    const text = await operator.export();
    writeFileSync(join(folder, 'goal.jsonl'), text);
    console.log(await operator.summary(text));
    return 0;
  } finally {
    for (const child of members?.children ?? []) child.kill();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
