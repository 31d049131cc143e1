import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const EVERY_MS = 50;
const connections = new WeakMap<Server, Set<Socket>>();

/** Remembers a server's connections, from before it listens: Node takes one that never sent anything for busy. */
export function watchConnections(server: Server): void {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** While a server closes, connections without a request would hold it for over a minute. Answers the stop. */
export function closeIdleConnections(server: Server): () => void {
  const timer = setInterval(() => {
    server.closeIdleConnections();
    for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
