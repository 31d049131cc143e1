/**
 * An event of a ClaudeR session (its R/coordination.R and server.py write them): one JSON object a line of events.jsonl,
 * at most 4,000 characters. The id is the number of the line among those that are not empty.
 */
export interface ClauderEvent {
  readonly id: number;
  /** Milliseconds since 1970; the file has local times without a zone, taken for those of this machine. */
  readonly atMs: number;
  readonly from: string;
  /** `message`, `signal`, `status`, `question`, `handoff`, `fact`, `claim`, `release`, `done`, `proposal`, ... */
  readonly type: string;
  /** `all`, or one agent. */
  readonly to: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly replyTo: number | null;
}

/** The events of a file, in its order. Like ClaudeR itself it passes over lines that it can't read. */
export function clauderEvents(text: string): { readonly events: readonly ClauderEvent[]; readonly unread: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const events = lines.flatMap((line, index) => eventOf(line, index + 1) ?? []);
  return { events, unread: lines.length - events.length };
}

function eventOf(line: string, id: number): ClauderEvent | undefined {
  const value = parsed(line);
  if (!isObject(value)) return undefined;
  const { ts, from, type, to = 'all', body, reply_to: replyTo } = value;
  if (typeof ts !== 'string' || typeof from !== 'string' || typeof type !== 'string' || typeof to !== 'string')
    return undefined;
  const atMs = Date.parse(ts);
  if (Number.isNaN(atMs) || atMs < 0) return undefined;
  return { id, atMs, from, type, to, body: bodyOf(body), replyTo: typeof replyTo === 'number' ? replyTo : null };
}

/** R writes an empty list as `[]`. */
const bodyOf = (body: unknown): ClauderEvent['body'] =>
  isObject(body) ? body : typeof body === 'string' ? { text: body } : {};

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
