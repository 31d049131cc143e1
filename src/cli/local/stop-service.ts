import { setTimeout as pause } from 'node:timers/promises';
import { PRODUCT } from '../../kernel/product.js';
import { CliError } from '../cli-error.js';
import type { LocalPlace } from './local-place.js';
import { isRunning, readPidFile, removePidFile, type StartedService } from './pid-file.js';
import { probe } from './probe.js';

/** Longer than the service gives itself. */
const STOP_LIMIT_MS = 15_000;
const LOOK_EVERY_MS = 50;

/**
 * Stops the service that an adapter started, and waits until it is gone; answers its process id, or undefined where
 * none runs. Throws `CliError` where one runs that no adapter started, or that does not end.
 */
export async function stopLocalService(place: LocalPlace): Promise<number | undefined> {
  const service = readPidFile(place.pidFile);
  if (service === undefined || !isRunning(service)) {
    const found = await probe(place.url);
    if (found.kind === 'gistboard') throw new CliError('refused', startedElsewhere(place, service));
    removePidFile(place.pidFile);
    return undefined;
  }
  process.kill(service.pid, 'SIGTERM');
  await untilGone(service, place);
  removePidFile(place.pidFile);
  return service.pid;
}

function startedElsewhere(place: LocalPlace, service: StartedService | undefined): string {
  const what = `${PRODUCT} runs at ${place.url}, but`;
  // Without a mark this system did not say which process it was.
  if (service?.mark === '')
    return `${what} it can't be told whether it is process ${service.pid}. End that one by hand.`;
  return `${what} not one that "gistboard mcp" started: stop it where it was started.`;
}

async function untilGone(service: StartedService, place: LocalPlace): Promise<void> {
  const end = performance.now() + STOP_LIMIT_MS;
  while (isRunning(service)) {
    if (performance.now() > end) {
      throw new CliError('refused', `Process ${service.pid} does not end. The log says why: ${place.log}`);
    }
    await pause(LOOK_EVERY_MS);
  }
}
