import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/ensure.mjs';

/** A compiled part of the service, such as `journal/journal.repository`: what is stored and checked is what it says. */
export const fromDist = (path) => import(pathToFileURL(join(root, 'dist', 'src', `${path}.js`)).href);

export const mainProgram = join(root, 'dist', 'src', 'main.js');
