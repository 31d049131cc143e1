import type { RequestId } from '@modelcontextprotocol/server';

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];
/** Longer keys and ids are cut, and then say nothing. */
const MAX_KEPT = 256;

/** Reads of a line that is too long to be kept whose request it is, byte by byte and whatever comes first in it. */
export class TooLongLine {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #key = '';
  /** What stands in the outermost object since the last sign: a key, or a value that is no list and no object. */
  #token = '';
  #id: string | undefined;
  #hasMethod = false;

  push(bytes: Uint8Array): void {
    for (const byte of bytes) this.#take(byte);
  }

  /** The request's id; undefined: it is no request, or can't be told. */
  get requestId(): RequestId | undefined {
    if (this.#id === undefined || !this.#hasMethod) return undefined;
    try {
      const id: unknown = JSON.parse(this.#id);
      return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : undefined;
    } catch {
      return undefined;
    }
  }

  #take(byte: number): void {
    if (this.#isInString) this.#inString(byte);
    else if (byte === QUOTE) {
      this.#isInString = true;
      this.#keep(byte);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
    else if (this.#depth === 1) this.#betweenStrings(byte);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#depth -= 1;
  }

  #inString(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #betweenStrings(byte: number): void {
    if (byte === COLON) {
      this.#key = this.#token.trim();
      this.#token = '';
      this.#hasMethod ||= this.#key === '"method"';
    } else if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (this.#key === '"id"') this.#id = this.#token;
      this.#token = '';
      if (byte !== COMMA) this.#depth -= 1;
    } else this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#token.length < MAX_KEPT) this.#token += String.fromCharCode(byte);
  }
}
