import { ownCommand, shellWord } from './cli/own-command.js';
import { DEFAULT_URL } from './cli/connection.js';
import { PRODUCT, PRODUCT_SLUG, VERSION } from './kernel/product.js';
import type { Config } from './platform/config/env.js';

/** What a person who started the service by hand needs to know; lines, each ended. */
export function greeting(config: Pick<Config, 'database' | 'auth' | 'isTrustedInTheOpen'>, publicUrl: string): string {
  const { database, auth, isTrustedInTheOpen } = config;
  const where =
    database.kind === 'sqlite' ? database.path : `MySQL at ${database.host}:${database.port}/${database.database}`;
  const caller = auth === 'trusted' ? `-H 'X-Agent: YOUR-NAME'` : `-H "Authorization: Bearer $GISTBOARD_TOKEN"`;
  return [
    `${PRODUCT} ${VERSION} is ready.`,
    `  service   ${publicUrl}`,
    `  API docs  ${publicUrl}/docs`,
    `  store     ${where}`,
    `  try       curl ${caller} ${publicUrl}/whoami`,
    `  connect   ${isTrustedInTheOpen ? remoteLine(publicUrl) : localLine(publicUrl)}`,
    '',
  ].join('\n');
}

/** Connects a Claude Code of this machine, from any folder; another client takes what stands after the `--`. */
function localLine(publicUrl: string): string {
  const url = publicUrl === DEFAULT_URL ? '' : ` --url ${shellWord(publicUrl)}`;
  return `claude mcp add ${PRODUCT_SLUG} -- ${ownCommand()} mcp${url}`;
}

/** A service in a container, say: no path of ours is one where its agents are. */
const remoteLine = (publicUrl: string): string =>
  `claude mcp add --transport http ${PRODUCT_SLUG} ${shellWord(publicUrl)}/mcp --header 'X-Agent: YOUR-NAME'`;
