import type { Resource } from './resource.js';

const SLASH = 0x2f;
const STAR = 0x2a;
const QUESTION = 0x3f;

/** What a step of a pattern reads: one code point, or any but `/`, or any. */
export type Reads = number | 'in-segment' | 'any';

export interface Step {
  readonly reads: Reads;
  readonly to: number;
}

/** The paths of a resource as an automaton: it starts in state 0, and reads one code point a step. */
export interface PathPattern {
  readonly stateCount: number;
  /** By state. */
  readonly steps: readonly (readonly Step[])[];
  /** States that are reached without reading, by state. */
  readonly skips: readonly (readonly number[])[];
  readonly accepts: ReadonlySet<number>;
}

/**
 * A file stands for itself, a folder for itself and everything under it. A glob stands for exactly what it matches: `*`
 * any characters of one name, `?` one of them, `**` any characters, `/` too. `a/**` is what lies under `a`; a `**` that
 * is a whole name before another may be nothing at all. The key of a task is no path.
 */
export function pathPatternOf({ kind, key }: Resource): PathPattern {
  const pattern = new PatternMaker();
  if (key === '.') return pattern.everything();
  const codes = [...key].map((character) => character.codePointAt(0) ?? 0);
  if (kind === 'glob') return pattern.glob(codes);
  return kind === 'file' ? pattern.file(codes) : pattern.folder(codes);
}

class PatternMaker {
  readonly #steps: Step[][] = [[]];
  readonly #skips: number[][] = [[]];

  everything(): PathPattern {
    this.#loopThrough('any');
    return this.#done();
  }

  file(key: readonly number[]): PathPattern {
    for (const code of key) this.#read(code);
    return this.#done();
  }

  folder(key: readonly number[]): PathPattern {
    for (const code of key) this.#read(code);
    const itself = this.#last;
    this.#read(SLASH);
    this.#steps[this.#last]?.push({ reads: 'any', to: this.#last });
    return this.#done([itself, this.#last]);
  }

  glob(key: readonly number[]): PathPattern {
    for (let at = 0; at < key.length;) at += this.#part(key, at);
    return this.#done();
  }

  /** Adds what stands at `at`; answers how long it is. */
  #part(key: readonly number[], at: number): number {
    const code = key[at] ?? 0;
    if (code === QUESTION) this.#read('in-segment');
    else if (code !== STAR) this.#read(code);
    else if (key[at + 1] !== STAR) this.#any('in-segment');
    else return this.#deep(key, at);
    return 1;
  }

  #deep(key: readonly number[], at: number): number {
    const isAlone = (at === 0 || key[at - 1] === SLASH) && (at + 2 === key.length || key[at + 2] === SLASH);
    if (!isAlone) this.#any('any');
    else if (at + 2 === key.length) this.#loopThrough('any');
    else {
      const before = this.#last;
      this.#any('any');
      this.#read(SLASH);
      this.#skips[before]?.push(this.#last);
      return 3;
    }
    return 2;
  }

  get #last(): number {
    return this.#steps.length - 1;
  }

  #read(reads: Reads): void {
    this.#steps[this.#last]?.push({ reads, to: this.#last + 1 });
    this.#add();
  }

  /** Any number of them, none too. */
  #any(reads: Reads): void {
    this.#skips[this.#last]?.push(this.#last + 1);
    this.#add();
    this.#steps[this.#last]?.push({ reads, to: this.#last });
  }

  /** One or more of them. */
  #loopThrough(reads: Reads): void {
    this.#read(reads);
    this.#steps[this.#last]?.push({ reads, to: this.#last });
  }

  #add(): void {
    this.#steps.push([]);
    this.#skips.push([]);
  }

  #done(accepts: readonly number[] = [this.#last]): PathPattern {
    return { stateCount: this.#steps.length, steps: this.#steps, skips: this.#skips, accepts: new Set(accepts) };
  }
}
