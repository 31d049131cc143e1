import { fold } from '../../kernel/text.js';
import { isNoneToken } from './none-tokens.js';

const MOST_NAMES = 50;
/** Longer tokens are no names that anyone else would write the same way. */
const LONGEST_NAME = 256;

const PARTS_IN_TEXT = /[\s,;|="`\u201C\u201D\u00AB\u00BB]+/;
const PARTS_OF_FILES = /[\s,;]+/;
const IDENTIFIER_BEFORE_CALL = /([\p{L}_$][\p{L}\p{M}\p{N}_$.]*)\(\)/gu;
const FILE_EXTENSION = /(?:^|[^./])\.[a-z][a-z0-9]{0,9}$/;
/** `retry.ts:12`, `retry.ts#L4`, `test_x.py::test_y`, `a.ts(3`: a place inside a file; the file is what is shared. */
const PLACE_IN_FILE = /(\.[a-z][a-z0-9]{0,9})[:#(][^/]*$/;
const PROSE: ReadonlySet<string> = new Set(['and', 'and/or', 'e.g', 'i.e', 'a.k.a', 'i/o', 'w/o', 'n/a']);

/**
 * The names in a text by which others may mean the same thing: tokens with a `/` or a file extension, and identifiers
 * before `()`. Folded, distinct, in order, at most 50; `\` reads as `/`, and `./` and a place inside a file are left out.
 */
export const namesIn = (text: string): readonly string[] =>
  distinct(fold(text).split(PARTS_IN_TEXT), (part) => {
    const calls = [...part.matchAll(IDENTIFIER_BEFORE_CALL)].map((match) => match[1] ?? '');
    const bare = withoutPunctuation(part.replaceAll('()', ''));
    return bare.includes('/') || FILE_EXTENSION.test(bare) ? [pathName(bare), ...calls] : calls;
  });

/** The names in a patch's `files`, parted by comma, semicolon or white space; every part is one, `Makefile` too. */
export const namesOfFiles = (files: string): readonly string[] =>
  distinct(fold(files).split(PARTS_OF_FILES), (part) => [pathName(withoutPunctuation(part))]);

function distinct(parts: readonly string[], namesOf: (part: string) => readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const part of parts) {
    if (part.length > LONGEST_NAME) continue;
    for (const name of namesOf(part)) if (isName(name) && names.size < MOST_NAMES) names.add(name);
    if (names.size === MOST_NAMES) break;
  }
  return [...names];
}

const isName = (text: string): boolean => /\p{L}/u.test(text) && !PROSE.has(text) && !isNoneToken(text);

function withoutPunctuation(part: string): string {
  return part
    .replaceAll('\\', '/')
    .replace(/^[^\p{L}\p{N}_./@~$+]+/u, '')
    .replace(PLACE_IN_FILE, '$1')
    .replace(/[^\p{L}\p{M}\p{N}_/]+$/u, '')
    .replace(/^\.{3,}/, '');
}

const pathName = (path: string): string => path.replace(/^(?:\.\/)+/, '').replace(/(?<=[^/])\/+$/, '');
