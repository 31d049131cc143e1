import type { Node } from 'jsonc-parser';
import { isOwnHook, isOwnServer, SERVER } from './own-entries.js';
import { childOf, insertionAt, type JsonPath, parseJson, removalOf, valueOf } from './json-text.js';
import { type Edited, insert, placeOf, UneditableError, untouched } from './text-edit.js';

/** What is to be at a place of a JSON file. */
export interface JsonEntry {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** A JSON file of a client, and what we put into it. */
export interface JsonConfig {
  readonly entries: readonly JsonEntry[];
  readonly allowsComments: boolean;
}

/** The text with our entries in it; those that are there already (another put them there) are left alone. */
export function addEntries(text: string, { entries, allowsComments }: JsonConfig): Edited {
  refuseOtherServer(text, parseJson(text, allowsComments));
  return entries.reduce((edited, { path, value }) => {
    const tree = parseJson(edited.text, allowsComments);
    return isThere(tree, path, value) ? edited : insert(edited, insertionAt(edited.text, tree, path, value));
  }, untouched(text));
}

/** The approval rules in a text. */
export const rulesIn = (text: string, { allowsComments }: JsonConfig): readonly string[] =>
  ruleNodes(parseJson(text, allowsComments)).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));

/** All that the text says, whatever it looks like. */
export const valueIn = (text: string, { allowsComments }: JsonConfig): unknown =>
  valueOf(parseJson(text, allowsComments));

/** The text without what setup once put into it, `rules` of `permissions.allow` among it, and what that leaves empty. */
export function removeEntries(text: string, { allowsComments }: JsonConfig, rules: readonly string[]): string {
  let left = text;
  for (;;) {
    const node = ownNode(parseJson(left, allowsComments), rules);
    if (node === undefined) return left;
    const { offset, length } = removalOf(node);
    left = left.slice(0, offset) + left.slice(offset + length);
  }
}

/** One node that is ours: an entry, or a list or object that held nothing but ours. */
function ownNode(tree: Node, rules: readonly string[]): Node | undefined {
  const servers = childOf(tree, 'mcpServers');
  const server = servers === undefined ? undefined : childOf(servers, SERVER);
  if (server !== undefined && isOwnServer(valueOf(server))) return emptied(server, tree);
  const handlers = (childOf(tree, 'hooks')?.children ?? [])
    .flatMap((event) => event.children?.[1]?.children ?? [])
    .flatMap((group) => childOf(group, 'hooks')?.children ?? []);
  const own =
    handlers.find((handler) => isOwnHook(valueOf(handler))) ??
    ruleNodes(tree).find((rule) => rules.some((name) => name === rule.value));
  return own === undefined ? undefined : emptied(own, tree);
}

function ruleNodes(tree: Node): readonly Node[] {
  const permissions = childOf(tree, 'permissions');
  return permissions === undefined ? [] : (childOf(permissions, 'allow')?.children ?? []);
}

/** The outermost node that holds nothing but this one, below the root. A group of hooks may name a matcher beside them. */
function emptied(node: Node, root: Node): Node {
  const property = node.parent?.type === 'property' ? node.parent : undefined;
  const container = property?.parent ?? node.parent;
  if (container === undefined || container === root) return node;
  const isGroup = property?.children?.[0]?.value === 'hooks' && container.parent?.type === 'array';
  return isGroup || container.children?.length === 1 ? emptied(container, root) : node;
}

function refuseOtherServer(text: string, tree: Node): void {
  const servers = childOf(tree, 'mcpServers');
  const server = servers?.type === 'object' ? childOf(servers, SERVER) : undefined;
  if (server === undefined || isOwnServer(valueOf(server))) return;
  throw new UneditableError(
    `${placeOf(text, server.offset)}: there is an MCP server "${SERVER}" that setup did not write; take it out or rename it first`,
  );
}

function isThere(tree: Node, path: JsonPath, value: unknown): boolean {
  const wanted = JSON.stringify(value);
  let node: Node | undefined = tree;
  for (const key of path) {
    if (key === '-') return (node?.children ?? []).some((child) => JSON.stringify(valueOf(child)) === wanted);
    node = node?.type === 'object' ? childOf(node, key) : undefined;
  }
  return node !== undefined && JSON.stringify(valueOf(node)) === wanted;
}
