// What a hook costs an agent: time from its start to its end, and tokens (of 4 characters) that its model reads.
// `node scripts/hook-costs.mjs` starts a service on a store of its own; build first.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './lib/ensure.mjs';

const { DEFAULT_TOOLSETS } = await import(join(root, 'dist', 'src', 'mcp', 'domain', 'toolsets.js'));
const RUNS = 15;
const GISTBOARD = join(root, 'dist', 'src', 'cli', 'gistboard.js');
const folder = mkdtempSync(join(tmpdir(), 'gistboard-costs-'));
const port = 8_600 + (process.pid % 50);
const url = `http://127.0.0.1:${port}`;
const env = { PATH: process.env.PATH, HOME: folder, GISTBOARD_URL: url, GISTBOARD_AGENT: 'alice' };

let written = 0;
/** Milliseconds of the last hook. */
let took;

const service = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js')], {
  env: { PATH: env.PATH, PORT: String(port), BOARD_DB_PATH: join(folder, 'board.sqlite'), BOARD_LOG_LEVEL: 'silent' },
  stdio: 'ignore',
});
try {
  await untilReady();
  report();
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function untilReady() {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) return;
    await pause(50);
  }
  throw new Error('the service did not start');
}

function report() {
  const { tools, toolsets, instructions } = JSON.parse(readFileSync(join(root, 'tools.json'), 'utf8'));
  const names = toolsets.filter(({ name }) => DEFAULT_TOOLSETS.includes(name)).flatMap((toolset) => toolset.tools);
  line(
    'definitions of the default tools',
    '',
    tokens(JSON.stringify(tools.filter(({ name }) => names.includes(name)))),
  );
  line('definitions of all tools', '', tokens(JSON.stringify(tools)));
  line('instructions', '', tokens(instructions));
  line(
    'a process that does nothing',
    timesOf(() => spawnSync(process.execPath, ['-e', '0'])),
    '',
  );
  notes(60);
  line(
    'session-start, 60 notes on the board',
    timesOf(() => hook('session-start')),
    tokens(hook('session-start')),
  );
  const first = tokens(turn(5, 1));
  line(
    'user-prompt-submit, 5 notes and a message',
    timesOf(() => turn(5, 1)),
    first,
  );
  line(
    'user-prompt-submit, nothing new',
    timesOf(() => hook('user-prompt-submit')),
    0,
  );
  let session = 0;
  const step = (fresh) => hook('post-tool-use', `s${(session += 1)}`, fresh);
  line(
    'post-tool-use, 2 notes',
    timesOf(() => step(2)),
    tokens(step(2)),
  );
  line(
    'post-tool-use, nothing new',
    timesOf(() => step(0)),
    0,
  );
  line(
    'post-tool-use, less than 5 s after the last',
    timesOf(() => hook('post-tool-use', 's1')),
    0,
  );
}

function turn(count, messages) {
  notes(count);
  for (let at = 0; at < messages; at += 1)
    gistboard('bob', ['post', 'alice', 'Is the retry budget still in src/net/retry.ts?']);
  return hook('user-prompt-submit');
}

function notes(count) {
  const lines = Array.from(
    { length: count },
    () => `FACT ${(written += 1)}: the retry budget of the client lives in src/net/retry.ts`,
  );
  if (count > 0) gistboard('bob', ['write'], lines.join('\n'));
}

function gistboard(agent, args, input = '') {
  const { status, stderr } = spawnSync(process.execPath, [GISTBOARD, ...args], {
    input,
    env: { ...env, GISTBOARD_AGENT: agent },
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
}

/** What the model reads. */
function hook(event, session = 's', fresh = 0) {
  notes(fresh);
  const example = join(root, 'test', 'fixtures', 'hooks', 'claude-code', `${event}.json`);
  const { input } = JSON.parse(readFileSync(example, 'utf8'));
  const startedAt = performance.now();
  const { stdout } = spawnSync(process.execPath, [GISTBOARD, 'hook', 'claude-code', event], {
    input: JSON.stringify({ ...input, session_id: session }),
    env,
    encoding: 'utf8',
  });
  took = performance.now() - startedAt;
  return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

function timesOf(work) {
  const times = Array.from({ length: RUNS }, () => {
    took = undefined;
    const startedAt = performance.now();
    work();
    return took ?? performance.now() - startedAt;
  }).sort((a, b) => a - b);
  return `${Math.round(times[0])} / ${Math.round(times[RUNS >> 1])} ms`;
}

function tokens(text) {
  return Math.ceil(text.length / 4);
}

function line(what, time, size) {
  const cost = size === '' ? '' : `${String(size).padStart(8)} tokens`;
  console.log(`${what.padEnd(44)}${String(time).padStart(16)}${cost}`);
}
