import { describe, expect, it } from '@jest/globals';
import { clientNameOf } from './clients.js';

describe('clientNameOf', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['codex-mcp-client', 'codex'],
    ['Codex', 'codex'],
    ['gemini-cli-mcp-client', 'gemini'],
    ['gemini-cli-mcp-client-gistboard', 'gemini'],
    ['My Client 2', 'My-Client-2'],
    ['.hidden.', 'hidden'],
    ['客户', ''],
    ['', ''],
  ])('of an MCP client that calls itself "%s" is "%s"', (mcpName, name) => {
    expect(clientNameOf(mcpName)).toBe(name);
  });
});
