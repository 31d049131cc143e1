import { placeOf, UneditableError } from './text-edit.js';

/** A table of a TOML text: `[mcp_servers.docs]`, or a key that begins one: `mcp_servers.docs = {}`. */
export interface TomlTable {
  readonly path: readonly string[];
  readonly offset: number;
  /** Behind its last line. */
  readonly end: number;
}

const BARE = /[A-Za-z0-9_-]+/y;
const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y;
const SPACES = /[ \t]*/y;
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const SCALAR = /\d{4}-\d\d-\d\d \d[0-9:.Z+-]*|[+\-0-9A-Za-z_.:]+/y;
const STRINGS = [/"""(?:\\[^]|[^\\])*?"{3,5}(?!")/y, /'''[^]*?'{3,5}(?!')/y, /"(?:\\.|[^"\\\n])*"/y, /'[^'\n]*'/y];

/**
 * The tables and keys of a TOML text, as far as it takes to put a block after them: enough to see what is there and
 * whether the text is whole. Throws with the place where it is not.
 */
export function outlineOf(text: string): readonly TomlTable[] {
  return new Outline(text).read();
}

class Outline {
  #at = 0;
  #table: readonly string[] = [];

  constructor(private readonly text: string) {}

  read(): readonly TomlTable[] {
    const found: TomlTable[] = [];
    for (this.#skip(BLANK); this.#at < this.text.length; this.#skip(BLANK)) {
      const offset = this.#at;
      const path = this.text[offset] === '[' ? this.#header() : this.#keyAndValue();
      if (this.#take(LINE_END) === undefined) this.#fail('the end of the line is expected');
      found.push({ path, offset, end: this.#at });
    }
    return found;
  }

  #header(): readonly string[] {
    const brackets = this.text.startsWith('[[', this.#at) ? 2 : 1;
    this.#at += brackets;
    this.#table = this.#key();
    if (!this.text.startsWith(']'.repeat(brackets), this.#at)) this.#fail('"]" is expected');
    this.#at += brackets;
    return this.#table;
  }

  #keyAndValue(): readonly string[] {
    const path = [...this.#table, ...this.#key()];
    this.#expect('=');
    this.#value();
    return path;
  }

  #key(): readonly string[] {
    const parts: string[] = [];
    do {
      this.#skip(SPACES);
      const bare = this.#take(BARE);
      parts.push(bare ?? this.#quotedKey());
      this.#skip(SPACES);
    } while (this.#is('.'));
    return parts;
  }

  #quotedKey(): string {
    const quoted = this.#take(STRINGS[2]) ?? this.#take(STRINGS[3]) ?? this.#fail('a key is expected');
    return quoted.slice(1, -1);
  }

  #value(): void {
    this.#skip(SPACES);
    if (this.#is('[')) return this.#list(']', () => this.#value());
    if (this.#is('{'))
      return this.#list('}', () => {
        this.#key();
        this.#expect('=');
        this.#value();
      });
    const value = STRINGS.reduce<string | undefined>((taken, form) => taken ?? this.#take(form), undefined);
    if (value === undefined && this.#take(SCALAR) === undefined) this.#fail('a value is expected');
  }

  #list(end: string, element: () => void): void {
    for (;;) {
      this.#skip(BLANK);
      if (this.#is(end)) return;
      element();
      this.#skip(BLANK);
      if (this.#is(end)) return;
      this.#expect(',');
    }
  }

  #expect(character: string): void {
    if (!this.#is(character)) this.#fail(`"${character}" is expected`);
  }

  #is(character: string): boolean {
    const isThere = this.text[this.#at] === character;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #skip(form: RegExp): void {
    this.#take(form);
  }

  #take(form: RegExp | undefined): string | undefined {
    if (form === undefined) return undefined;
    form.lastIndex = this.#at;
    const taken = form.exec(this.text)?.[0];
    this.#at += taken?.length ?? 0;
    return taken;
  }

  #fail(expected: string): never {
    throw new UneditableError(`${placeOf(this.text, this.#at)}: it is no valid TOML (${expected})`);
  }
}
