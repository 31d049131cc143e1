import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give out by themselves, so that no other server gets one before it is used. */
const FIRST_PORT = 31_000;
const PORTS = 1_500;

/** A free port of loopback. */
export async function freePort() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
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
