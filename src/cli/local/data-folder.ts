import { isAbsolute, join } from 'node:path';
import { PRODUCT_SLUG } from '../../kernel/product.js';
import type { Env } from '../connection.js';

/** Where the system keeps a user's data of ours: the embedded store of an installed package, its log, its pid file. */
export function dataFolder(env: Env, platform: NodeJS.Platform, home: string): string {
  return join(parentOf(env, platform, home), PRODUCT_SLUG);
}

function parentOf(env: Env, platform: NodeJS.Platform, home: string): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
  // A relative one counts as not set, says its specification.
  const named = env.XDG_DATA_HOME ?? '';
  return isAbsolute(named) ? named : join(home, '.local', 'share');
}
