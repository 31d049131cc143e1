import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Insertion, placeOf, UneditableError } from './text-edit.js';

/** Keys from the root; `-` at the end is a new element of a list. */
export type JsonPath = readonly string[];

/** The tree of a JSON text; throws where it is no object, or broken. */
export function parseJson(text: string, allowsComments: boolean): Node {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: !allowsComments });
  const [first] = errors;
  if (first !== undefined)
    throw new UneditableError(
      `${placeOf(text, first.offset)}: it is no valid JSON (${printParseErrorCode(first.error)})`,
    );
  if (tree?.type !== 'object') throw new UneditableError('line 1, column 1: a JSON object is expected');
  return tree;
}

/** The child of this name of an object; undefined: there is none. */
export function childOf(node: Node, key: string): Node | undefined {
  const property = node.children?.find(({ children }) => children?.[0]?.value === key);
  return property?.children?.[1];
}

/** `value` at `path`, where nothing is yet; lists and objects on the way are made if they are not there. */
export function insertionAt(text: string, tree: Node, path: JsonPath, value: unknown): Insertion {
  let container = tree;
  for (const [index, key] of path.entries()) {
    const isList = key === '-';
    if (container.type !== (isList ? 'array' : 'object')) {
      const name = path.slice(0, index).join('.');
      throw new UneditableError(
        `${placeOf(text, container.offset)}: "${name}" is expected to be ${isList ? 'a list' : 'an object'}`,
      );
    }
    const child = isList ? undefined : childOf(container, key);
    if (child === undefined)
      return childInsertion(text, container, isList ? undefined : key, nested(path.slice(index + 1), value));
    container = child;
  }
  throw new UneditableError(`${placeOf(text, container.offset)}: "${path.join('.')}" is there already`);
}

const nested = (path: JsonPath, value: unknown): unknown =>
  path.reduceRight((inner, key) => (key === '-' ? [inner] : { [key]: inner }), value);

/** `value` as the last child of `container`, in the style of the text around it. */
function childInsertion(text: string, container: Node, key: string | undefined, value: unknown): Insertion {
  const { offset, length, children = [] } = container;
  const style = styleOf(text);
  const last = children.at(-1);
  const inner = text.slice(offset + 1, offset + length - 1);
  const isCompact = !style.hasLines || (last !== undefined && !inner.includes('\n'));
  const indent = last === undefined ? indentAt(text, offset) + style.indent : indentAt(text, last.offset);
  const gap = style.hasLines ? ' ' : '';
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${gap}`;
  if (isCompact) {
    const comma = last === undefined ? '' : `,${gap}`;
    return { offset: endOf(last, offset + 1), text: `${comma}${name}${JSON.stringify(value)}` };
  }
  const lines = JSON.stringify(value, null, style.indent).replaceAll('\n', `${style.lineBreak}${indent}`);
  const end = last === undefined && !inner.includes('\n') ? `${style.lineBreak}${indentAt(text, offset)}` : '';
  const comma = last === undefined ? '' : ',';
  return { offset: endOf(last, offset + 1), text: `${comma}${style.lineBreak}${indent}${name}${lines}${end}` };
}

const endOf = (node: Node | undefined, other: number): number =>
  node === undefined ? other : node.offset + node.length;

/** What takes a node out of its list or object, with the comma that parts it from its neighbour. */
export function removalOf(node: Node): { readonly offset: number; readonly length: number } {
  const child = node.parent?.type === 'property' ? node.parent : node;
  const container = child.parent;
  const siblings = container?.children ?? [];
  const index = siblings.indexOf(child);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (before !== undefined) return span(before.offset + before.length, child.offset + child.length);
  if (after !== undefined) return span(child.offset, after.offset);
  if (container === undefined) return span(child.offset, child.offset + child.length);
  return span(container.offset + 1, container.offset + container.length - 1);
}

const span = (from: number, to: number) => ({ offset: from, length: to - from });

function styleOf(text: string) {
  return {
    hasLines: text.trimEnd().includes('\n') || text.trim() === '{}',
    lineBreak: text.includes('\r\n') ? '\r\n' : '\n',
    indent: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
  };
}

/** The white space at the start of the line that `offset` is in. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

export const valueOf = (node: Node): unknown => getNodeValue(node) as unknown;
