import type { ClientName } from '../clients.js';
import { plansFor } from './plans.js';
import { type Places, type Scope } from './setup-options.js';
import { contentOf } from './write-files.js';

/** The flags with which a client starts our adapter, as its files say; none where it does not. */
export function installedFlags(
  client: ClientName,
  { scope, places }: { readonly scope: Scope; readonly places: Places },
): readonly string[] {
  const [plan] = plansFor(client, { scope, isUnattended: false, flags: [] }, places);
  const text = plan === undefined ? null : contentOf(plan.path);
  // In JSON and in TOML a list of strings looks alike.
  const [, words] = /gistboard\.js",\s*"mcp"((?:,\s*"[^"\\]*")*)\s*\]/.exec(text ?? '') ?? [];
  return [...(words ?? '').matchAll(/"([^"]*)"/g)].flatMap(([, word]) => word ?? []);
}
