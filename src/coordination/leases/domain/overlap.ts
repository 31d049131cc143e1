import { pathPatternOf, type PathPattern, type Reads } from './path-pattern.js';
import type { Resource } from './resource.js';

/**
 * Whether two resources are equal, one contains the other, or some path belongs to both; decided exactly, in time bounded
 * by the product of their lengths.
 */
export function resourcesOverlap(one: Resource, other: Resource): boolean {
  if (one.key === other.key) return true;
  if (one.kind === 'task' || other.kind === 'task') return false;
  if (contains(one, other) || contains(other, one)) return true;
  if (one.kind !== 'glob' && other.kind !== 'glob') return false;
  return startsMeet(one, other) && hasCommonPath(pathPatternOf(one), pathPatternOf(other));
}

/** All that is under a path is part of it, even if its name looks like a file's. */
const contains = (folder: Resource, { key }: Resource): boolean =>
  folder.kind !== 'glob' && (folder.key === '.' || key.startsWith(`${folder.key}/`));

/** What stands before the first wildcard tells most resources apart, at no cost. */
function startsMeet(one: Resource, other: Resource): boolean {
  const [first, second] = [startOf(one), startOf(other)];
  return first.startsWith(second) || second.startsWith(first);
}

const startOf = ({ kind, key }: Resource): string => (kind === 'glob' ? key.slice(0, key.search(/[*?]/)) : key);

const SLASH = 0x2f;
const DOT = 0x2e;
/** Stands for all code points that no pattern names. */
const OTHER = -1;

/**
 * How far a name of a path has come: its beginning, one dot, two dots, or what can be a whole name. Otherwise `.?` and
 * `?.` would meet, in `..` alone.
 */
const NAME_BEGINS = 0;
const IN_NAME = 3;
const NAME_STATES = 4;
const IMPOSSIBLE = -1;

function nameAfter(state: number, code: number): number {
  if (code === SLASH) return state === IN_NAME ? NAME_BEGINS : IMPOSSIBLE;
  return code === DOT && state < IN_NAME ? state + 1 : IN_NAME;
}

/** Walks both automata at once, and a third that knows what a path is; each triple of states at most once. */
function hasCommonPath(one: PathPattern, other: PathPattern): boolean {
  const seen = new Uint8Array(one.stateCount * other.stateCount * NAME_STATES);
  const waiting: number[] = [];
  const visit = (first: number, second: number, name: number): void => {
    const place = (first * other.stateCount + second) * NAME_STATES + name;
    if (name === IMPOSSIBLE || seen[place] === 1) return;
    seen[place] = 1;
    waiting.push(place);
  };
  visit(0, 0, NAME_BEGINS);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const name = place % NAME_STATES;
    const pair = Math.floor(place / NAME_STATES);
    const second = pair % other.stateCount;
    const first = (pair - second) / other.stateCount;
    if (name === IN_NAME && one.accepts.has(first) && other.accepts.has(second)) return true;
    for (const to of one.skips[first] ?? []) visit(to, second, name);
    for (const to of other.skips[second] ?? []) visit(first, to, name);
    for (const step of one.steps[first] ?? [])
      for (const beside of other.steps[second] ?? [])
        for (const code of commonCodes(step.reads, beside.reads)) visit(step.to, beside.to, nameAfter(name, code));
  }
  return false;
}

const IN_SEGMENT: readonly number[] = [DOT, OTHER];
const ANY: readonly number[] = [SLASH, DOT, OTHER];
const NOTHING: readonly number[] = [];

/** Code points that both read, one for all that make no difference. */
function commonCodes(one: Reads, other: Reads): readonly number[] {
  if (typeof one === 'number') return reads(other, one) ? [one] : NOTHING;
  if (typeof other === 'number') return reads(one, other) ? [other] : NOTHING;
  return one === 'any' && other === 'any' ? ANY : IN_SEGMENT;
}

const reads = (what: Reads, code: number): boolean =>
  typeof what === 'number' ? what === code : what === 'any' || code !== SLASH;
