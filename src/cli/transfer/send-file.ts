import { setTimeout as pause } from 'node:timers/promises';
import type { components } from '../../../client/api.js';
import { CliError, EXIT } from '../cli-error.js';
import { Refused } from '../problem.js';
import type { Service } from '../service.js';
import { LONGEST_LINE_BYTES } from './file-lines.js';

export type Import = components['schemas']['ImportDto'];

const LINES_AT_ONCE = 1_000;
/** With the pauses between them about a minute: a service that is started again, also on a slow machine, is back by then. */
const ATTEMPTS = 8;
const FIRST_PAUSE_MS = 500;

interface Part {
  readonly lines: readonly Buffer[];
  readonly bytes: number;
}

const NOTHING: Part = { lines: [], bytes: 0 };

/** Sends the lines of a file to an import, part by part; answers how far the import is then. */
export async function sendFile(
  service: Service,
  begun: Import,
  { lines, onPart }: { readonly lines: AsyncIterable<Buffer>; readonly onPart: (sofar: Import) => void },
): Promise<Import> {
  let sofar = begun;
  let sent = 0;
  let part = NOTHING;
  const flush = async (): Promise<void> => {
    sofar = await sendPart(service, { id: begun.import, first: sent + 1, lines: part.lines });
    sent += part.lines.length;
    part = NOTHING;
    onPart(sofar);
  };
  for await (const line of lines) {
    // What stands behind the last line goes with it, so that it is refused before the board is made.
    if (isFull(part, line) && !isEnd(part.lines.at(-1))) await flush();
    part = { lines: [...part.lines, line], bytes: part.bytes + line.length + 1 };
  }
  if (part.lines.length > 0) await flush();
  return sofar;
}

const isFull = ({ lines, bytes }: Part, next: Buffer): boolean =>
  lines.length >= LINES_AT_ONCE || bytes + next.length > LONGEST_LINE_BYTES;

const isEnd = (line: Buffer | undefined): boolean => line?.subarray(0, 7).toString() === '{"end":';

interface PartRequest {
  readonly id: string;
  readonly first: number;
  readonly lines: readonly Buffer[];
}

/** A part whose answer was lost is sent again: the service skips what it has. */
async function sendPart(service: Service, request: PartRequest): Promise<Import> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await service.ask(post(service, request));
    } catch (error) {
      if (attempt === ATTEMPTS || !mayPass(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

function post({ client }: Service, { id, first, lines }: PartRequest) {
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  return client.POST('/imports/{import}/lines', {
    params: { path: { import: id }, query: { first } },
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: '',
    // As bytes: what is no text is for the service to refuse, with the number of its line.
    bodySerializer: () => bytes,
  });
}

function mayPass(error: unknown): boolean {
  if (error instanceof Refused) return error.problem.status === 429 || error.problem.status >= 500;
  return error instanceof CliError && error.exitCode === EXIT.unreachable;
}
