import {
  CLIENT_INFO_META_KEY,
  type Implementation,
  isSpecType,
  type ListToolsResult,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PRODUCT, PRODUCT_SLUG, VERSION } from '../../kernel/product.js';
import { CliError } from '../cli-error.js';
import type { Bundle } from './bundled-tools.js';
import type { FileTools } from './file-tools.js';
import type { Receipts } from './receipts.js';
import type { Relay } from './relay.js';

export interface ServerParts {
  readonly relay: Relay;
  readonly files: FileTools;
  readonly receipts: Receipts;
  readonly bundle: Bundle;
  log(text: string): void;
}

/** The protocol's server that the client talks to: its only tools of its own are those that need this machine. */
export async function createServer(parts: ServerParts): Promise<Server> {
  const { relay, files, receipts, bundle, log } = parts;
  const server = new Server(
    { name: PRODUCT_SLUG, title: PRODUCT, version: VERSION },
    { capabilities: { tools: {} }, instructions: await instructionsOf(parts) },
  );
  const requestOf = ({ mcpReq }: ServerContext) => ({
    client: clientOf(server, mcpReq.envelope),
    signal: mcpReq.signal,
  });
  server.setRequestHandler('tools/list', async (_, ctx): Promise<ListToolsResult> => {
    try {
      return files.inPlace(await relay.list(requestOf(ctx)));
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      // A client asks once: what it does not learn now, its model never has. Each call says what is wrong.
      log(error.message);
      return files.inPlace(bundle.list);
    }
  });
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const { id } = ctx.mcpReq;
    if (files.has(params.name)) return files.call({ name: params.name, args: params.arguments }, requestOf(ctx));
    const call = { name: params.name, args: params.arguments ?? {}, confirm: receipts.takenBy(id) };
    const { result, receipt, isFromService } = await relay.call(call, requestOf(ctx));
    if (isFromService) receipts.confirmed(id, receipt);
    return result;
  });
  return server;
}

/** Those of the service, which knows whether a role asks; those of this version where it does not answer. */
async function instructionsOf({ relay, bundle, log }: ServerParts): Promise<string> {
  try {
    return (await relay.instructions()) ?? bundle.instructions;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    log(error.message);
    return bundle.instructions;
  }
}

/** How the client calls itself: in each request, or once at the start in the era of 2025. */
function clientOf(server: Server, envelope: Readonly<Record<string, unknown>> = {}): Implementation {
  const said = envelope[CLIENT_INFO_META_KEY];
  return isSpecType.Implementation(said) ? said : (server.getClientVersion() ?? { name: '', version: '' });
}
