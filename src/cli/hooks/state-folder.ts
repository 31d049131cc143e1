import { isAbsolute, join } from 'node:path';
import { PRODUCT_SLUG } from '../../kernel/product.js';

/** Where the system keeps what a program of the user remembers between its runs. */
export function stateFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', PRODUCT_SLUG, 'state');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), PRODUCT_SLUG, 'state');
  // A relative one counts as not set, says its specification.
  const named = env.XDG_STATE_HOME ?? '';
  return join(isAbsolute(named) ? named : join(home, '.local', 'state'), PRODUCT_SLUG);
}
