import { outlineOf, type TomlTable } from './toml-outline.js';
import { type Edited, insert, placeOf, UneditableError, untouched } from './text-edit.js';
import { SERVER } from './own-entries.js';

const BEGIN = `# >>> ${SERVER}: written by \`${SERVER} setup\`, which also takes it out`;
const END = `# <<< ${SERVER}`;

/** The text with our block at its end. Tables may follow any TOML text, so nothing before them changes its meaning. */
export function addBlock(text: string, block: string): Edited {
  const other = outlineOf(text).find(({ path }) => path[0] === 'mcp_servers' && (path[1] ?? SERVER) === SERVER);
  if (other !== undefined) {
    const what =
      other.path[1] === undefined ? 'all MCP servers stand in one value' : `there is an MCP server "${SERVER}"`;
    throw new UneditableError(
      `${placeOf(text, other.offset)}: ${what}, which setup did not write; take it out or write it as tables first`,
    );
  }
  const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
  return insert(untouched(text), { offset: text.length, text: `${gap}${marked(block)}` });
}

const marked = (block: string): string => `${BEGIN}\n${block}${END}\n`;

/** Whether this very block stands in it, whatever others have put between its lines. */
export const hasBlock = (text: string, block: string): boolean => ownLines(text) === ownLines(marked(block));

/** The text without our tables and the two lines around them, and with all else: Codex, too, puts tables between them. */
export function removeBlock(text: string): string {
  return ownSpans(text).reduceRight((left, { offset, end }) => left.slice(0, offset) + left.slice(end), text);
}

const ownLines = (text: string): string =>
  ownSpans(text)
    .map(({ offset, end }) => text.slice(offset, end).trim())
    .join('\n');

type Span = Pick<TomlTable, 'offset' | 'end'>;

/** What is ours, in order; nothing where our first line is not there, since setup did not write it then. */
function ownSpans(text: string): readonly Span[] {
  const entries = outlineOf(text);
  const [begin] = linesLike(BEGIN, text, entries);
  if (begin === undefined) return [];
  const gap = /\n(\r?\n)$/.exec(text.slice(0, begin.offset))?.[1] ?? '';
  const tables = entries.flatMap((entry, index) => {
    if (!isOwn(entry)) return [];
    const before = entries[index - 1];
    const isNext = before !== undefined && isOwn(before) && text.slice(before.end, entry.offset).trim() === '';
    return [{ offset: isNext ? before.end : text.lastIndexOf('\n', entry.offset - 1) + 1, end: entry.end }];
  });
  const ends = linesLike(END, text, entries).slice(0, 1);
  return [{ ...begin, offset: begin.offset - gap.length }, ...tables, ...ends].sort((a, b) => a.offset - b.offset);
}

const isOwn = ({ path }: TomlTable): boolean => path[0] === 'mcp_servers' && path[1] === SERVER;

/** The comments that say this and nothing else; not what a string says. */
function linesLike(line: string, text: string, entries: readonly Span[]): readonly Span[] {
  return [...text.matchAll(new RegExp(`^${line}\\r?(?:\\n|$)`, 'gm'))]
    .map(({ index, 0: { length } }) => ({ offset: index, end: index + length }))
    .filter(({ offset }) => !entries.some((entry) => entry.offset < offset && offset < entry.end));
}

/** A TOML string. */
export const tomlString = (text: string): string => JSON.stringify(text);
