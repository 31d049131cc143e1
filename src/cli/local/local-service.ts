import { setTimeout as pause } from 'node:timers/promises';
import { PRODUCT } from '../../kernel/product.js';
import { CliError } from '../cli-error.js';
import type { Env } from '../connection.js';
import { type LocalPlace, makeFolder } from './local-place.js';
import { isRunning, readPidFile, writePidFile } from './pid-file.js';
import { probe } from './probe.js';
import { lastWords, spawnService } from './service-process.js';
import { takeStartLock } from './start-lock.js';

const START_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** A service of this machine that answers. */
export interface LocalService {
  readonly version: string;
  /** True: it did not run before. */
  readonly isStarted: boolean;
}

/**
 * The service of this machine; started on the embedded store where none answers. Any number of callers at once start
 * one. Throws `CliError` where the port is somebody else's, or the service does not start: with its own words.
 */
export async function ensureLocalService(env: Env, place: LocalPlace): Promise<LocalService> {
  const end = performance.now() + START_LIMIT_MS;
  for (;;) {
    const version = await versionAt(place);
    if (version !== undefined) return { version, isStarted: false };
    const started = await startUnlessOthersDo(env, place);
    if (started !== undefined) return started;
    if (performance.now() > end) throw new CliError('unreachable', `Another start of ${place.url} does not end.`);
    await look();
  }
}

/** What runs there; undefined: nothing does. */
async function versionAt(place: LocalPlace): Promise<string | undefined> {
  const found = await probe(place.url);
  if (found.kind === 'nothing') return undefined;
  if (found.kind === 'gistboard') return found.version;
  throw new CliError(
    'unreachable',
    `What listens at ${place.url} does not answer as ${PRODUCT}. Set GISTBOARD_URL to where your service is, or GISTBOARD_PORT to a free port.`,
  );
}

async function startUnlessOthersDo(env: Env, place: LocalPlace): Promise<LocalService | undefined> {
  makeFolder(place);
  const lock = takeStartLock(place.lock);
  if (lock === undefined) return undefined;
  try {
    // The one who had the lock before may have started it since we looked.
    const version = await versionAt(place);
    return version === undefined ? await start(env, place) : { version, isStarted: false };
  } finally {
    lock.release();
  }
}

async function start(env: Env, place: LocalPlace): Promise<LocalService> {
  // Whoever started one and left before it answered has noted it: a second one would fail at the store's lock.
  const noted = readPidFile(place.pidFile);
  const isStarted = noted === undefined || !isRunning(noted);
  const service = isStarted ? spawnNoted(env, place) : { ...noted, hasEnded: () => !isRunning(noted) };
  const end = performance.now() + START_LIMIT_MS;
  while (performance.now() < end) {
    const version = await versionAt(place);
    if (version !== undefined) return { version, isStarted };
    if (service.hasEnded()) throw didNotStart(place);
    await look();
  }
  process.kill(service.pid, 'SIGTERM');
  throw new CliError(
    'unreachable',
    `${PRODUCT} did not start within ${START_LIMIT_MS / 1_000} s. Its log: ${place.log}`,
  );
}

/** Noted at once: this process may be gone before the service answers. */
function spawnNoted(env: Env, place: LocalPlace): { readonly pid: number; hasEnded(): boolean } {
  const child = spawnService(env, place);
  // Without an id there is no process, and an event says why.
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new CliError('unreachable', `${PRODUCT} can't be started: no new process.`);
  writePidFile(place.pidFile, child.pid);
  return { pid: child.pid, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
}

const didNotStart = (place: LocalPlace): CliError =>
  new CliError('unreachable', `${PRODUCT} did not start on this machine. ${lastWords(place.log)}`);

/** Does not keep a process alive that has nothing else to do. */
const look = (): Promise<void> => pause(LOOK_EVERY_MS, undefined, { ref: false });
