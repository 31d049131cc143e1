import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ClientName } from '../clients.js';
import type { HookEvent } from '../hooks/clients/shapes.js';
import { guardEntry, hookEntries, secondsOf } from './hook-entries.js';
import type { JsonConfig, JsonEntry } from './json-config.js';
import { SERVER } from './own-entries.js';
import type { Places, SetupOptions } from './setup-options.js';
import { tomlString } from './toml-config.js';
import { READ_TOOLS, WRITE_TOOLS } from './tools.js';

/** A file of a client, and what is to be in it. */
export type FilePlan = {
  readonly path: string;
  /** Nobody but its user reads it. */
  readonly isPrivate: boolean;
} & (
  | { readonly kind: 'json'; readonly config: JsonConfig }
  | { readonly kind: 'toml'; readonly block: string }
  | { readonly kind: 'own'; readonly text: string }
);

/** What `setup` writes for a client. */
export function plansFor(client: ClientName, options: SetupOptions, places: Places): readonly FilePlan[] {
  switch (client) {
    case 'claude-code':
      return claudeCode(options, places);
    case 'codex':
      return codex(options, places);
    case 'gemini':
      return gemini(options, places);
  }
}

/** What adapter and hooks are told by the environment. */
const VARIABLES = [
  'GISTBOARD_URL',
  'GISTBOARD_PORT',
  'GISTBOARD_TOKEN',
  'GISTBOARD_AGENT',
  'GISTBOARD_BOARD',
  'GISTBOARD_TOOLSETS',
];

/** Where the local store and what hooks remember lie: Codex passes on nothing that is not named. */
const FOLDER_VARIABLES = ['XDG_DATA_HOME', 'XDG_STATE_HOME'];

const toolsOf = ({ isUnattended }: SetupOptions): readonly string[] => [
  ...READ_TOOLS,
  ...(isUnattended ? WRITE_TOOLS : []),
];

const serverOf = ({ flags }: SetupOptions, { program }: Places) => ({
  command: 'node',
  args: [program, 'mcp', ...flags],
});

const environment = (reference: (name: string) => string) =>
  Object.fromEntries(VARIABLES.map((name) => [name, reference(name)]));

const json = (entries: readonly JsonEntry[], more: Partial<JsonConfig> = {}) => ({
  kind: 'json' as const,
  config: { entries, allowsComments: false, ...more },
});

const claudeRule = (tool: string): string => `mcp__${SERVER}__${tool}`;

function claudeCode(options: SetupOptions, places: Places): readonly FilePlan[] {
  const { home, project, env } = places;
  const isPrivate = options.scope === 'user';
  const folder = env.CLAUDE_CONFIG_DIR ?? join(home, '.claude');
  const serverFile = env.CLAUDE_CONFIG_DIR === undefined ? join(home, '.claude.json') : join(folder, '.claude.json');
  const server = {
    type: 'stdio',
    ...serverOf(options, places),
    // Without a default, Claude Code passes on the reference itself where the variable is not set.
    env: environment((name) => `\${${name}:-}`),
  };
  const rules = toolsOf(options).map((tool) => ({ path: ['permissions', 'allow', '-'], value: claudeRule(tool) }));
  const hooks = [
    ...hookEntries({ client: 'claude-code', timeoutOf: secondsOf, matcher: '*' }, options, places),
    guardEntry(options, places),
  ];
  return [
    {
      path: isPrivate ? serverFile : join(project, '.mcp.json'),
      isPrivate,
      ...json([{ path: ['mcpServers', SERVER], value: server }]),
    },
    {
      path: join(isPrivate ? folder : join(project, '.claude'), 'settings.json'),
      isPrivate,
      ...json([...hooks, ...rules]),
    },
  ];
}

function codex(options: SetupOptions, places: Places): readonly FilePlan[] {
  const isPrivate = options.scope === 'user';
  const folder = isPrivate ? (places.env.CODEX_HOME ?? join(places.home, '.codex')) : join(places.project, '.codex');
  const { command, args } = serverOf(options, places);
  const block = [
    `[mcp_servers.${SERVER}]`,
    `command = ${tomlString(command)}`,
    `args = [${args.map(tomlString).join(', ')}]`,
    `env_vars = [${[...VARIABLES, ...FOLDER_VARIABLES].map(tomlString).join(', ')}]`,
    ...toolsOf(options).flatMap((tool) => ['', `[mcp_servers.${SERVER}.tools.${tool}]`, 'approval_mode = "approve"']),
    '',
  ].join('\n');
  const hooks = hookEntries({ client: 'codex', timeoutOf: secondsOf }, options, places);
  return [
    { path: join(folder, 'config.toml'), isPrivate, kind: 'toml', block },
    { path: join(folder, 'hooks.json'), isPrivate, ...json(hooks) },
  ];
}

function gemini(options: SetupOptions, places: Places): readonly FilePlan[] {
  const isPrivate = options.scope === 'user';
  const folder = join(places.home, '.gemini');
  const server = { ...serverOf(options, places), env: environment((name) => `$${name}`) };
  const naming = { client: 'gemini' as const, more: (event: HookEvent) => ({ name: `${SERVER}-${event}` }) };
  const hooks = hookEntries(
    { ...naming, timeoutOf: (event) => secondsOf(event) * 1_000, matcher: '*' },
    options,
    places,
  );
  const project = createHash('sha256').update(places.project).digest('hex').slice(0, 8);
  return [
    {
      path: join(isPrivate ? folder : join(places.project, '.gemini'), 'settings.json'),
      isPrivate,
      ...json([{ path: ['mcpServers', SERVER], value: server }, ...hooks], { allowsComments: true }),
    },
    {
      // Gemini CLI heeds no rules of a project, so those for a project stand with the user's, in a file of their own.
      path: join(folder, 'policies', isPrivate ? `${SERVER}.toml` : `${SERVER}-${project}.toml`),
      isPrivate: true,
      kind: 'own',
      text: policyText(toolsOf(options)),
    },
  ];
}

/** How a file begins that is ours alone. */
export const OWN_FILE_START = `# Written by \`${SERVER} setup\`, which also takes it out`;

const policyText = (tools: readonly string[]): string =>
  [
    `${OWN_FILE_START}: these tools run without being asked for.`,
    '[[rule]]',
    `mcpName = ${tomlString(SERVER)}`,
    `toolName = [${tools.map(tomlString).join(', ')}]`,
    'decision = "allow"',
    'priority = 100',
    '',
  ].join('\n');
