import { type CallToolResult, isCallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { RECEIPT_KEY } from '../../mcp/domain/receipt.js';

/** A tool's result for the client, and what came with it for the adapter. */
export interface RelayedResult {
  readonly result: CallToolResult;
  /** So it took what the call confirmed. */
  readonly isFromService: boolean;
  readonly receipt: string | undefined;
  readonly serviceVersion: string | undefined;
}

/** Takes the service's result apart; undefined where it is none of a tool. */
export function relayedResult(value: Readonly<Record<string, unknown>>): RelayedResult | undefined {
  const { resultType: _, _meta: meta, ...rest } = value;
  if (!isCallToolResult(rest)) return undefined;
  const { [RECEIPT_KEY]: receipt, [SERVER_INFO_META_KEY]: server, ...forClient } = asRecord(meta);
  const { version } = asRecord(server);
  return {
    result: { ...rest, ...(Object.keys(forClient).length === 0 ? {} : { _meta: forClient }) },
    isFromService: true,
    receipt: typeof receipt === 'string' ? receipt : undefined,
    serviceVersion: typeof version === 'string' ? version : undefined,
  };
}

/** What an agent reads where a call came to nothing. */
export const failedResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
