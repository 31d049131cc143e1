/** An event as it arrived. */
export interface ReceivedEvent {
  /** The id of this event or of the last one that had any; what a client comes back with. Empty: none yet. */
  readonly id: string;
  /** `message` where the event has no name. */
  readonly name: string;
  readonly data: string;
}

/** An entry is far shorter. */
const LONGEST_LINE = 1_048_576;

/** Reads a stream of server-sent events (WHATWG HTML, 9.2.6) piece by piece, wherever the pieces are cut. */
export class SseParser {
  #rest = '';
  #id = '';
  #name = '';
  #data: string[] = [];

  /** The events that this piece completes; throws `RangeError` where a line has no end. */
  push(piece: string): readonly ReceivedEvent[] {
    const lines = (this.#rest + piece).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > LONGEST_LINE)
      throw new RangeError(`a line of an event holds over ${LONGEST_LINE} characters`);
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): readonly ReceivedEvent[] {
    if (line === '') return this.#complete();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#name = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    return [];
  }

  #complete(): readonly ReceivedEvent[] {
    const event = { id: this.#id, name: this.#name === '' ? 'message' : this.#name, data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#data = [];
    this.#name = '';
    return isEmpty ? [] : [event];
  }
}
