import { codePointCount } from '../../../kernel/text.js';

/** What a lease can hold. */
export interface Resource {
  /** A path whose last name has an extension is a file; any other may be a folder, as may one that ends in `/`. */
  readonly kind: 'file' | 'folder' | 'glob' | 'task';
  /** As it is shown: `src/net/retry.ts`, `src/**`, `task:deploy`; `.` is the whole repository. */
  readonly name: string;
  /** The same for all spellings of one resource: composed characters, no case. */
  readonly key: string;
}

export type ParsedResource =
  { readonly kind: 'resource'; readonly resource: Resource } | { readonly kind: 'refused'; readonly message: string };

export const MAX_PATH_LENGTH = 500;
/** Comparing two globs costs about the product of their lengths; a longer one than this is no one's honest need. */
export const MAX_GLOB_LENGTH = 200;
export const MAX_WILDCARDS = 8;
export const MAX_TASK_LENGTH = 128;

const TASK_PREFIX = /^task:/i;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const DRIVE = /^[a-z]:/i;
const WILDCARD = /\*+|\?/g;
const BRACES = /\{[^{}]*,[^{}]*\}/;
const ABSOLUTE = 'is an absolute path; name it from the top of the repository: src/app.ts';
const FILE_EXTENSION = /[^/]\.[^./]+$/;

/**
 * Takes what an agent names: a path from the repository's top, a glob of such paths (`*`, `**`, `?`), or
 * `task:<name>`. The refusal says what to write instead.
 */
export function parseResource(text: string): ParsedResource {
  const given = text.trim().normalize('NFC');
  if (given === '') return refused('is empty; name a path, a glob or task:<name>');
  if (UNPRINTABLE.test(given)) return refused('holds a control or invisible character');
  return TASK_PREFIX.test(given) ? parseTask(given) : parsePath(given.replaceAll('\\', '/'));
}

function parseTask(given: string): ParsedResource {
  const name = given.replace(TASK_PREFIX, '').trim();
  if (name === '' || codePointCount(name) > MAX_TASK_LENGTH)
    return refused(`must name a task in 1 to ${MAX_TASK_LENGTH} characters: task:deploy`);
  if (name.match(WILDCARD) !== null) return refused('is a task, whose name can hold no * or ?');
  return resource('task', `task:${name}`);
}

/**
 * Takes a file that somebody edits: each character of its path is itself, whatever it would mean in a glob. The refusal
 * says what to write instead.
 */
export function parseFile(text: string): ParsedResource {
  const given = text.normalize('NFC').replaceAll('\\', '/');
  if (given.trim() === '') return refused('is empty; name a file');
  const path = insideRepository(given, { hasWildcards: false });
  return typeof path === 'string' ? resource('file', path || '.') : path;
}

function parsePath(given: string): ParsedResource {
  if (BRACES.test(given)) return refused('holds braces, which have no meaning here; name each path by itself');
  const path = insideRepository(given, { hasWildcards: true });
  return typeof path === 'string' ? ofPath(path, given.endsWith('/')) : path;
}

/** The path without detours, from the repository's top; empty: the top itself. */
function insideRepository(
  given: string,
  { hasWildcards }: { readonly hasWildcards: boolean },
): string | ParsedResource {
  if (given.startsWith('/')) return refused(ABSOLUTE);
  const segments: string[] = [];
  for (const segment of given.split('/').map((each) => each.trim())) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') {
      segments.push(hasWildcards ? segment.replace(/\*{3,}/g, '**') : segment);
      continue;
    }
    const left = segments.pop();
    if (left === undefined) return refused('leads out of the repository; name a path inside it');
    if (hasWildcards && left.match(WILDCARD) !== null)
      return refused('goes up from a wildcard; write the path without ".."');
  }
  const name = segments.join('/');
  if (DRIVE.test(name)) return refused(ABSOLUTE);
  if (TASK_PREFIX.test(name)) return refused('begins with "task:", which names a task and no folder');
  return name;
}

function ofPath(name: string, isFolder: boolean): ParsedResource {
  const length = codePointCount(name);
  const wildcards = name.match(WILDCARD)?.length ?? 0;
  if (length > MAX_PATH_LENGTH) return refused(`is longer than ${MAX_PATH_LENGTH} characters`);
  if (wildcards > 0 && length > MAX_GLOB_LENGTH)
    return refused(`is longer than a glob may be, ${MAX_GLOB_LENGTH} characters; name a folder above it`);
  if (wildcards > MAX_WILDCARDS)
    return refused(`has ${wildcards} wildcards; ${MAX_WILDCARDS} are the most: name a folder instead`);
  if (wildcards > 0) return resource('glob', name);
  const isFile = FILE_EXTENSION.test(name);
  if (isFile && !isFolder) return resource('file', name);
  // The slash stays where the name alone would be read as a file's.
  return {
    kind: 'resource',
    resource: { kind: 'folder', name: isFile ? `${name}/` : name || '.', key: caseless(name || '.') },
  };
}

const refused = (message: string): ParsedResource => ({ kind: 'refused', message });

const resource = (kind: Resource['kind'], name: string): ParsedResource => ({
  kind: 'resource',
  resource: { kind, name, key: caseless(name) },
});

/** Without case, one character for one character, so that `?` stands for what it would stand for in the name itself. */
function caseless(text: string): string {
  const folded = [...text.normalize('NFC')].map(caselessCharacter).join('');
  return folded.normalize('NFC');
}

function caselessCharacter(character: string): string {
  const upper = character.toUpperCase();
  const folded = codePointCount(upper) === 1 ? upper.toLowerCase() : character;
  return codePointCount(folded) === 1 ? folded : character;
}
