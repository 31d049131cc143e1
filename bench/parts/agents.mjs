import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMALL_BOARDS } from '../lib/bench.mjs';
import { root } from '../../scripts/lib/ensure.mjs';
import { inTurns, median } from '../lib/stats.mjs';

export const title = 'what an agent waits for: the start of its adapter, its hooks';

const PROGRAM = join(root, 'dist', 'src', 'cli', 'gistboard.js');
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
};
const NOWHERE = 'http://127.0.0.1:9';
/** Polls of one session within 5 s ask nobody: each run is a session of its own, so that each one asks. */
let sessions = 0;

/** Part m: from the start of a process to its answer, beside the start of a Node that does nothing. */
export async function run(bench) {
  const service = await bench.service(await bench.database(SMALL_BOARDS));
  const home = mkdtempSync(join(tmpdir(), 'gistboard-bench-'));
  const env = { PATH: process.env.PATH, HOME: home, GISTBOARD_AGENT: 'bench', GISTBOARD_BOARD: 'turns' };
  const here = { ...env, GISTBOARD_URL: service.url };
  const variants = {
    'node that does nothing': () => timed(['-e', '0'], { env }),
    'stdio adapter: start to the answer of initialize': () =>
      timed([PROGRAM, 'mcp'], { env: here, input: INITIALIZE, isFirstLineEnough: true }),
    'hook in the middle of a turn': () => hook('post-tool-use', here),
    'hook in the middle of a turn, no service': () => hook('post-tool-use', { ...env, GISTBOARD_URL: NOWHERE }),
    'hook at the start of a turn': () => hook('user-prompt-submit', here),
  };
  try {
    await inTurns(1, variants);
    const runs = await inTurns(bench.sizes.startRounds, variants);
    const bare = median(runs['node that does nothing']);
    for (const [name, times] of Object.entries(runs)) {
      bench.report.measured('m', name, { p50Ms: median(times), p99Ms: Math.max(...times) });
      if (name !== 'node that does nothing') bench.report.compared('m', `${name} : bare node`, median(times) / bare);
    }
    const slowest = Math.max(
      ...runs['hook in the middle of a turn'],
      ...runs['hook in the middle of a turn, no service'],
    );
    bench.report.compared('m', 'hook in the middle of a turn, the slowest', slowest, { atMost: 300, unit: 'ms' });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function hook(event, env) {
  sessions += 1;
  const input = {
    session_id: `bench-${sessions}`,
    hook_event_name: event === 'post-tool-use' ? 'PostToolUse' : 'UserPromptSubmit',
    cwd: tmpdir(),
    ...(event === 'post-tool-use' ? { tool_name: 'Read', tool_input: {}, tool_response: {} } : { prompt: 'go on' }),
  };
  return timed([PROGRAM, 'hook', 'claude-code', event], { env, input });
}

/** Milliseconds from the start of a program to its end, or to its first line. */
function timed(args, { env, input, isFirstLineEnough = false }) {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const end = () => resolve(performance.now() - startedAt);
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? end() : reject(new Error(`${args.join(' ')} ended with ${code}`))));
    child.stdout.once('data', () => {
      if (!isFirstLineEnough) return;
      end();
      child.stdin.end();
    });
    if (input !== undefined) child.stdin.write(`${JSON.stringify(input)}\n`);
    if (!isFirstLineEnough) child.stdin.end();
  });
}
