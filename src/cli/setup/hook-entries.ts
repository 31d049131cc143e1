import type { ClientName } from '../clients.js';
import { EDIT_GUARD, HOOK_EVENTS, HOOK_SHAPES, type HookEvent } from '../hooks/clients/shapes.js';
import { shellWord } from '../own-command.js';
import type { JsonEntry } from './json-config.js';
import type { Places, SetupOptions } from './setup-options.js';

interface HookEntries {
  readonly client: ClientName;
  /** In the client's unit. */
  readonly timeoutOf: (event: HookEvent) => number;
  readonly more?: (event: HookEvent) => object;
  readonly matcher?: string;
}

/** Seconds after which a client may end a hook; the hook itself ends long before. */
export const secondsOf = (event: HookEvent): number => (event === 'post-tool-use' ? 2 : 10);

/** One entry a hook, as the client's settings take them. */
export function hookEntries({ client, timeoutOf, more, matcher }: HookEntries, options: SetupOptions, places: Places) {
  return HOOK_EVENTS.map((event): JsonEntry => {
    const hook = {
      ...more?.(event),
      type: 'command',
      command: hookCommand([client, event], options, places),
      timeout: timeoutOf(event),
    };
    const group = { ...(event === 'post-tool-use' && matcher !== undefined ? { matcher } : {}), hooks: [hook] };
    return { path: ['hooks', HOOK_SHAPES[client][event].name, '-'], value: group };
  });
}

const hookCommand = (words: readonly string[], { flags }: SetupOptions, { program }: Places): string =>
  ['node', program, 'hook', ...words, ...flags].map(shellWord).join(' ');

/** The hook that asks before a file is edited. */
export function guardEntry(options: SetupOptions, places: Places): JsonEntry {
  const { client, event, name, tools } = EDIT_GUARD;
  const hook = { type: 'command', command: hookCommand([client, event], options, places), timeout: 5 };
  return { path: ['hooks', name, '-'], value: { matcher: tools, hooks: [hook] } };
}
