import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Implementation,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { CONFIRM_KEY } from '../../mcp/domain/receipt.js';

/** Requests of this revision stand alone, so each is one POST whatever the client speaks, and is answered in plain JSON. */
const REVISION = '2026-07-28';

/** A request as the service takes it. */
export interface ServiceMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const discoverMessage = (client: Implementation): ServiceMessage =>
  messageOf('server/discover', {}, envelopeOf(client));

export const listMessage = (client: Implementation): ServiceMessage => messageOf('tools/list', {}, envelopeOf(client));

/** Throws a `RangeError` where the arguments are nested too deeply to be written down. */
export function callMessage(
  client: Implementation,
  call: { readonly name: string; readonly args: unknown; readonly confirm: readonly string[] },
): ServiceMessage {
  const meta = { ...envelopeOf(client), ...(call.confirm.length === 0 ? {} : { [CONFIRM_KEY]: call.confirm }) };
  const message = messageOf('tools/call', { name: call.name, arguments: call.args }, meta);
  return { ...message, headers: { ...message.headers, 'Mcp-Name': call.name } };
}

const envelopeOf = (client: Implementation): Readonly<Record<string, unknown>> => ({
  [PROTOCOL_VERSION_META_KEY]: REVISION,
  [CLIENT_INFO_META_KEY]: client,
  // What it can do for a server, such as asking its user, is not relayed.
  [CLIENT_CAPABILITIES_META_KEY]: {},
});

const messageOf = (method: string, params: object, meta: Readonly<Record<string, unknown>>): ServiceMessage => ({
  headers: { 'MCP-Protocol-Version': REVISION, 'Mcp-Method': method },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
});
