// The conformance program imports `globSync` of node:fs, which Node has from 22 on, for a subcommand that is not run here.
import { register } from 'node:module';

const FS = `export * from 'node:fs'; export function globSync() { throw new Error('not on this Node'); }`;

export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
    ? { url: `data:text/javascript,${encodeURIComponent(FS)}`, shortCircuit: true }
    : next(specifier, context);

// Loaded twice: by `--import` to register itself, and then as the hooks.
if (!import.meta.url.endsWith('?hooks')) register(`${import.meta.url}?hooks`);
