import { subscribe } from 'node:diagnostics_channel';

let count = 0;
subscribe('net.server.socket', () => {
  count += 1;
});

/** How many connections this process has accepted so far. */
export const acceptedConnections = (): number => count;
