import { pathPatternOf, type PathPattern, type Reads } from './path-pattern.js';
import type { Resource } from './resource.js';

/** What comparing may still cost. Shared by the comparisons of one request, which use it up. */
export interface Effort {
  stepsLeft: number;
}

/** Half a second of globs that are made for it; honest ones take some dozen steps each. */
const MAX_STEPS = 2_000_000;

export const fullEffort = (): Effort => ({ stepsLeft: MAX_STEPS });
export const isUsedUp = ({ stepsLeft }: Effort): boolean => stepsLeft <= 0;

/**
 * Whether two resources are equal, one contains the other, or some path belongs to both; decided exactly, in time bounded
 * by the product of their lengths. Where the effort is used up nothing is decided: then it says that they do.
 */
export function resourcesOverlap(one: Resource, other: Resource, effort: Effort = fullEffort()): boolean {
  if (one.key === other.key) return true;
  if (one.kind === 'task' || other.kind === 'task') return false;
  if (contains(one, other) || contains(other, one)) return true;
  if (one.kind !== 'glob' && other.kind !== 'glob') return false;
  const [first, second] = [shapeOf(one), shapeOf(other)];
  return mayMeet(first, second) && hasCommonPath(first.pattern, second.pattern, effort);
}

/** All that is under a path is part of it, even if its name looks like a file's. */
const contains = (folder: Resource, { key }: Resource): boolean =>
  folder.kind !== 'glob' && (folder.key === '.' || key.startsWith(`${folder.key}/`));

/** What a resource comes down to where it is compared with globs. */
interface Shape {
  /** How each of its paths begins and ends. */
  readonly start: string;
  readonly end: string;
  readonly pattern: PathPattern;
}

/** A claim compares each of its resources with many. */
const SHAPES = new WeakMap<Resource, Shape>();

function shapeOf(resource: Resource): Shape {
  const known = SHAPES.get(resource);
  if (known !== undefined) return known;
  const { kind, key } = resource;
  const start = kind === 'glob' ? key.slice(0, key.search(/[*?]/)) : key === '.' ? '' : key;
  // What lies under a folder may end in any way.
  const end =
    kind === 'glob' ? key.slice(1 + Math.max(key.lastIndexOf('*'), key.lastIndexOf('?'))) : kind === 'file' ? key : '';
  const shape = { start, end, pattern: pathPatternOf(resource) };
  SHAPES.set(resource, shape);
  return shape;
}

/** Tells most resources apart, at no cost. */
const mayMeet = (one: Shape, other: Shape): boolean =>
  (one.start.startsWith(other.start) || other.start.startsWith(one.start)) &&
  (one.end.endsWith(other.end) || other.end.endsWith(one.end));

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
function hasCommonPath(one: PathPattern, other: PathPattern, effort: Effort): boolean {
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
    effort.stepsLeft -= 1;
    if (isUsedUp(effort)) return true;
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
