import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endings } from '../../scripts/lib/test-server.mjs';
import { mainProgram } from './dist.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;
const TICK_MS = 10;

/** The built service on a store, as it runs in production. */
export const startService = (env, { nodeArguments } = {}) =>
  startProgram(mainProgram, { env, nodeArguments, readyPath: '/health/ready' });

/** One of the servers beside which the service is measured. */
export const startBaseline = (name, env = {}) =>
  startProgram(join(import.meta.dirname, '..', 'servers', `${name}.mjs`), { env, readyPath: '/' });

/** Starts a program on a free loopback port: {url, pid, startMs, rssMb(), cpuMs(), stop()}. */
async function startProgram(program, { env, nodeArguments = [], readyPath }) {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeArguments, program], {
    // Nothing of the caller's settings reaches it; its log costs what it costs and goes nowhere.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-4_000)));
  const exited = once(child, 'exit');
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    endings.delete(stop);
    if (isGone()) return;
    const hardEnd = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    child.kill('SIGTERM');
    await exited;
    clearTimeout(hardEnd);
  };
  endings.add(stop);
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}${readyPath}`))) {
    const isLate = performance.now() - startedAt > START_LIMIT_MS;
    if (isLate) await stop();
    if (isLate || isGone()) throw new Error(`${program} did not get ready: ${said}`);
    await pause(5);
  }
  return {
    url,
    pid: child.pid,
    startMs: performance.now() - startedAt,
    rssMb: () => rssMb(child.pid),
    cpuMs: () => cpuMs(child.pid),
    stop,
  };
}

/** Resident memory, or undefined where the system has no /proc. */
function rssMb(pid) {
  const line = readProc(pid, 'status')?.match(/^VmRSS:\s+(\d+) kB/m);
  return line ? Number(line[1]) / 1_024 : undefined;
}

/** Processor time of all its threads so far, or undefined where the system has no /proc. */
function cpuMs(pid) {
  const fields = readProc(pid, 'stat')
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields ? (Number(fields[11]) + Number(fields[12])) * TICK_MS : undefined;
}

function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}

const answers = (url) =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false)).on('timeout', () => request.destroy());
  });
