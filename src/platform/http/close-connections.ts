interface ClosableServer {
  closeIdleConnections(): void;
}

const EVERY_MS = 50;

/** While a server closes, kept-alive connections without a request would hold it for over a minute. Answers the stop. */
export function closeIdleConnections(server: ClosableServer): () => void {
  const timer = setInterval(() => {
    server.closeIdleConnections();
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
  };
}
