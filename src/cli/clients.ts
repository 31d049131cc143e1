/** The agent clients that `hook` and `setup` know, as their commands spell them. */
export const CLIENTS = ['claude-code', 'codex', 'gemini'] as const;

export type ClientName = (typeof CLIENTS)[number];

/** How each of them begins the name that it gives itself over MCP (`clientInfo.name`), in lower case. */
const MCP_NAMES: readonly (readonly [prefix: string, client: ClientName])[] = [
  ['claude-code', 'claude-code'],
  ['codex', 'codex'],
  ['gemini', 'gemini'],
];

/**
 * What stands for a client in the default name of its agent: the same over MCP (`codex-mcp-client`) as in its hooks
 * (`codex`), so that both speak for one agent. Of another client: its own name, in the letters that a name may have.
 */
export function clientNameOf(mcpName: string): string {
  const name = mcpName.toLowerCase();
  const known = MCP_NAMES.find(([prefix]) => name.startsWith(prefix));
  if (known !== undefined) return known[1];
  return mcpName.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[._-]+|[._-]+$/g, '');
}
