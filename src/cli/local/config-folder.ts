import { isAbsolute, join } from 'node:path';
import { PRODUCT_SLUG } from '../../kernel/product.js';
import type { Env } from '../connection.js';

/** Where the system keeps what a user has set up: the tokens that `join` was given. */
export function configFolder(env: Env, platform: NodeJS.Platform, home: string): string {
  return join(parentOf(env, platform, home), PRODUCT_SLUG);
}

function parentOf(env: Env, platform: NodeJS.Platform, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  // A relative one counts as not set, says its specification.
  const named = env.XDG_CONFIG_HOME ?? '';
  return isAbsolute(named) ? named : join(home, '.config');
}
