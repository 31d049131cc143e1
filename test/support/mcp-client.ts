import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestService } from './service.js';

/** Both eras of the protocol that one URL serves. */
export const ERAS = { 'era of 2025': 'legacy', 'era of 2026-07-28': 'auto' } as const;
export type Era = (typeof ERAS)[keyof typeof ERAS];

export interface McpOptions {
  readonly era?: Era;
  /** Of the URL: `board`, `toolsets`, `structured`. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call of a tool came to. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
  readonly structured: unknown;
  readonly receipt: string | undefined;
}

/** One agent's connection, by the official client. */
export class McpTestClient {
  constructor(readonly client: Client) {}

  async call(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    confirm?: readonly string[],
  ): Promise<ToolResult> {
    const meta = confirm === undefined ? {} : { _meta: { 'gistboard/confirm': [...confirm] } };
    const { content, isError, structuredContent, _meta } = await this.client.callTool({
      name,
      arguments: args,
      ...meta,
    });
    const receipt = _meta?.['gistboard/receipt'];
    return {
      text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
      isError: isError === true,
      structured: structuredContent,
      receipt: typeof receipt === 'string' ? receipt : undefined,
    };
  }

  /** The text of a call that is granted; throws where it is refused. */
  async text(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { text, isError } = await this.call(name, args);
    if (isError) throw new Error(text);
    return text;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

/** Connects as an agent (trusted mode), or with the headers of another credential. */
export async function connectMcp(
  service: Pick<TestService, 'url'>,
  agent: string | null,
  { era = 'auto', query = {}, headers = {} }: McpOptions = {},
): Promise<McpTestClient> {
  const url = new URL(`${service.url}/mcp?${new URLSearchParams(query).toString()}`);
  const credential = agent === null ? {} : { 'X-Agent': agent };
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...credential, ...headers } } });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  await client.connect(transport);
  return new McpTestClient(client);
}
