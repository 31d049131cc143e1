import { outlineOf } from './toml-outline.js';
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

/** Whether this very block stands in it. */
export const hasBlock = (text: string, block: string): boolean => text.includes(marked(block));

/** The text without our block, wherever it has been moved to. */
export function removeBlock(text: string): string {
  outlineOf(text);
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin === -1 || end === -1) return text;
  const after = text.slice(end + END.length).replace(/^\r?\n/, '');
  return text.slice(0, begin).replace(/\n\r?\n$/, '\n') + after;
}

/** A TOML string. */
export const tomlString = (text: string): string => JSON.stringify(text);
