import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { PRODUCT } from '../../kernel/product.js';
import { type ConnectionFlags, connectionOf, type Env, given } from '../connection.js';
import { localPlace } from '../local/local-place.js';
import { ensureLocalService } from '../local/local-service.js';
import { hint } from '../output.js';
import { bundledTools } from './bundled-tools.js';
import { ClientTransport } from './client-transport.js';
import { FileTools } from './file-tools.js';
import { createServer } from './mcp-server.js';
import { Receipts } from './receipts.js';
import { Relay } from './relay.js';
import { ServiceLink } from './service-link.js';

export interface AdapterFlags extends ConnectionFlags {
  readonly toolsets?: string;
}

/** Serves one client on standard input and output until it leaves; throws a usage `CliError` before the first message. */
export async function runAdapter(flags: AdapterFlags, env: Env): Promise<void> {
  const { isNamed } = connectionOf(flags, env);
  const toolsets = flags.toolsets ?? given(env.GISTBOARD_TOOLSETS);
  const bundle = bundledTools(toolsets);
  const ensureRuns = isNamed ? undefined : localStarter(env);
  const settings = {
    connectionFor: (clientName: string) => connectionOf(flags, env, clientName),
    toolsets,
    folders: [process.cwd(), env.PWD ?? ''].filter((folder) => folder !== ''),
    log,
  };
  const relay = new Relay(settings, new ServiceLink(ensureRuns));
  const files = new FileTools({ ...settings, ensureRuns });
  const receipts = new Receipts();
  const transport = new ClientTransport(process.stdin, process.stdout, receipts);
  const handle = serveStdio(() => createServer({ relay, files, receipts, bundle, log }), {
    transport,
    onerror: (error) => {
      log(error.message);
    },
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void handle.close());
  // Before the first call needs it; what goes wrong is told to that call.
  ensureRuns?.().catch((error: unknown) => {
    log(error instanceof Error ? error.message : String(error));
  });
  if (process.stdin.isTTY) log('this waits for the messages of an MCP client; Ctrl-C ends it');
  await transport.closed;
}

/** One start at a time, however many calls need it. */
function localStarter(env: Env): () => Promise<void> {
  const place = localPlace(env);
  let running: Promise<void> | undefined;
  return () => {
    running ??= ensureLocalService(env, place)
      .then(({ isStarted }) => {
        if (isStarted) log(`started ${PRODUCT} at ${place.url}; its store: ${place.store}; "gistboard stop" ends it`);
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

const log = (text: string): void => {
  hint(`gistboard mcp: ${text}`);
};
