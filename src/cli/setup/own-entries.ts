import { CLIENTS } from '../clients.js';
import { PRODUCT_SLUG } from '../../kernel/product.js';

/** The name of our MCP server in every client. */
export const SERVER = PRODUCT_SLUG;

const HOOK_COMMAND = new RegExp(`${PRODUCT_SLUG}(\\.js)?['"]? hook (${CLIENTS.join('|')}) `);

/** Whether a hook's command is one that setup wrote, in this version or in another place. */
export const isOwnHook = (handler: unknown): boolean =>
  isRecord(handler) && typeof handler.command === 'string' && HOOK_COMMAND.test(handler.command);

/** Whether an MCP entry starts our adapter, and no other program of that name. */
export function isOwnServer(entry: unknown): boolean {
  if (!isRecord(entry) || !Array.isArray(entry.args)) return false;
  const words: readonly unknown[] = [entry.command, ...(entry.args as readonly unknown[])];
  return words.includes('mcp') && words.some((word) => typeof word === 'string' && word.includes(PRODUCT_SLUG));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
