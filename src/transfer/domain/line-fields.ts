/** A line of a file that can't be taken: where in it, and why. */
export class LineFault extends Error {
  constructor(
    readonly path: string,
    readonly fault: string,
  ) {
    super(`${path}: ${fault}`);
  }
}

/** What a line holds, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object that a line is; its properties are those named and no others. */
export function fieldsOf(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineFault('line', 'is no JSON; the file was cut or changed');
  }
  if (!isObject(value)) throw new LineFault('line', 'is no JSON object');
  return value;
}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function refuseOthers(fields: Fields, known: readonly string[]): void {
  const other = Object.keys(fields).find((name) => !known.includes(name));
  if (other !== undefined) throw new LineFault(other, 'is not known in this format');
}

export function textOf(fields: Fields, path: string, rule: { readonly pattern?: RegExp; readonly is: string }): string {
  const value = fields[path];
  if (typeof value !== 'string' || rule.pattern?.test(value) === false) throw new LineFault(path, `must be ${rule.is}`);
  // A database would store another text than it was given.
  if (!value.isWellFormed()) throw new LineFault(path, 'holds half of a character');
  return value;
}

/** What could end a line of what we render, or turn its order round; the service lets none of it into a text of lines. */
const FORGING_IN_BLOCK = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/;

/** Plain text of one or more lines. */
export function blockOf(fields: Fields, path: string): string {
  const text = textOf(fields, path, { is: 'text' });
  if (FORGING_IN_BLOCK.test(text))
    throw new LineFault(path, 'holds control characters or line breaks that no entry has');
  return text;
}

export function integerOf(fields: Fields, path: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const value = fields[path];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new LineFault(path, `must be a whole number from ${min}`);
}

export function oneOf<T extends string>(fields: Fields, path: string, values: readonly T[]): T {
  const value = values.find((candidate) => candidate === fields[path]);
  if (value === undefined) throw new LineFault(path, `must be one of ${values.join(', ')}`);
  return value;
}

const EARLIEST = '1000-01-01T00:00:00.000Z';

/** An instant as we write it, in milliseconds since 1970; one that all databases can hold. */
export function instantOf(fields: Fields, path: string): number {
  const text = textOf(fields, path, { pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, is: 'an instant in UTC' });
  const ms = Date.parse(text);
  if (text >= EARLIEST && !Number.isNaN(ms) && new Date(ms).toISOString() === text) return ms;
  throw new LineFault(path, 'is no instant that there is');
}
