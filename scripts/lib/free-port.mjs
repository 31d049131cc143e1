import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves, so that no other server gets one before it is used. */
const FIRST_PORT = 11_000;
const PORTS_OF_A_WORKER = 2_000;

/** A free port of loopback, which no other Jest worker of a run is told. */
export async function freePort() {
  for (;;) {
    const place = Math.floor(Math.random() * PORTS_OF_A_WORKER);
    const port = FIRST_PORT + place * 10 + (Number(process.env.JEST_WORKER_ID ?? 0) % 10);
    if (await isFree(port)) return port;
  }
}

async function isFree(port) {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
