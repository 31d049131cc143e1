import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { badRequest, Problem } from '../../kernel/problem.js';

const PATH = /^\/board\/[^/?]+\/files\/?(\?|$)/i;
const FORM_TYPE = 'multipart/form-data';
/** Of a client that has stopped sending nothing more is expected. */
const PATIENCE_MS = 30_000;
const LIMITS = { fieldNameSize: 100, fieldSize: 1_024, fields: 8, files: 1, parts: 10 };

/** The only route that takes a form: elsewhere such a body stays unread. */
export const isFormBody = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'POST' && PATH.test(url) && headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === FORM_TYPE;

/** The file of a form, as it comes. Iterating it throws a `Problem` where the form ends too early. */
export interface FormFile {
  /** As the client names it: anything. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

export interface Form<T> {
  readonly fields: ReadonlyMap<string, string>;
  /** What `takeFile` made of the file. */
  readonly file: T;
}

export interface FormReading<T> {
  /** The fields that may come beside the file `file`, before it or behind it. */
  readonly fieldNames: readonly string[];
  readonly takeFile: (file: FormFile) => Promise<T>;
}

/**
 * Reads a form with one file, whose bytes go to `takeFile` no faster than it takes them. When it rejects, `takeFile` has
 * come to its end too. Throws `unsupported_media_type`, `bad_request`, `timed_out`, and what `takeFile` throws.
 */
export async function readForm<T>(request: IncomingMessage, reading: FormReading<T>): Promise<Form<T>> {
  const parser = parserOf(request);
  const parts = new FormParts(reading);
  let release = (): void => undefined;
  const parsed = new Promise<void>((resolve, reject) => {
    const stop = (problem: Error): void => {
      reject(problem);
      parser.destroy(problem);
    };
    parts.listen(parser, stop);
    parser.on('close', resolve);
    release = stopWithClient(request, stop);
  });
  request.pipe(parser);
  try {
    await parsed;
    return await parts.whole();
  } catch (error) {
    request.unpipe(parser);
    parser.destroy();
    // Read to its end without being kept, so that the client gets the answer.
    request.resume();
    await parts.settled();
    throw error;
  } finally {
    release();
  }
}

/** What has come of a form. */
class FormParts<T> {
  readonly #fields = new Map<string, string>();
  #taken: Promise<T> | undefined;
  #isStopped = false;

  constructor(private readonly reading: FormReading<T>) {}

  listen(parser: Parser, end: (problem: Error) => void): void {
    const stop = (problem: Error): void => {
      this.#isStopped = true;
      end(problem);
    };
    parser.on('file', (name, file, { filename }) => {
      file.on('error', () => undefined);
      // What came with the fault is parsed on; the rest of this file will not come.
      if (this.#isStopped) file.destroy();
      else if (name !== 'file') stop(badRequest(String(name), 'is no known file; its field must be "file"'));
      else if (filename === undefined) stop(badRequest('file', 'has no file name'));
      else this.#taken = this.#takeSoon({ name: filename, bytes: file });
      this.#taken?.catch(stop);
    });
    parser.on('field', (name, value, { valueTruncated }) => {
      if (!this.reading.fieldNames.includes(name)) stop(badRequest(String(name), 'is not a known field'));
      else if (this.#fields.has(name)) stop(badRequest(name, 'comes twice'));
      else if (valueTruncated) stop(badRequest(name, `must be shorter than ${LIMITS.fieldSize} bytes`));
      else this.#fields.set(name, value);
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      parser.on(limit, () => {
        stop(badRequest('body', `must hold one file and no field but ${this.reading.fieldNames.join(', ')}`));
      });
    }
    parser.on('error', (error) => {
      stop(error instanceof Problem ? error : badRequest('body', 'is no whole multipart form; send it again'));
    });
  }

  async whole(): Promise<Form<T>> {
    if (this.#taken === undefined) throw badRequest('file', 'is missing; send one file in the field "file"');
    return { fields: this.#fields, file: await this.#taken };
  }

  async settled(): Promise<void> {
    await this.#taken?.catch(() => undefined);
  }

  /** Not within the parser's own call, which would pass what is thrown on to the socket. */
  async #takeSoon(file: FormFile): Promise<T> {
    await Promise.resolve();
    return this.reading.takeFile(file);
  }
}

type Parser = ReturnType<typeof busboy>;

function parserOf(request: IncomingMessage): Parser {
  if (!isFormBody(request)) {
    throw new Problem('unsupported_media_type', `Send the file as ${FORM_TYPE}, in the field "file".`);
  }
  try {
    return busboy({ headers: request.headers, preservePath: true, defParamCharset: 'utf8', limits: LIMITS });
  } catch {
    throw badRequest('Content-Type', `must be ${FORM_TYPE} with its boundary`);
  }
}

/** A client that goes away, or falls silent, ends the reading. Answers the way to stop looking. */
function stopWithClient(request: IncomingMessage, stop: (problem: Problem) => void): () => void {
  const patience = setTimeout(() => {
    stop(new Problem('timed_out', `Nothing of the file came for ${PATIENCE_MS / 1_000} s. Send it again.`));
  }, PATIENCE_MS);
  const refresh = (): void => void patience.refresh();
  const release = (): void => {
    clearTimeout(patience);
    // Refreshed once more, it would run again.
    request.off('data', refresh);
  };
  // Who called may be gone by the time that it is known who that was.
  if (request.destroyed) stop(badRequest('body', 'ended before the file did; send it again'));
  request.on('data', refresh);
  request.once('end', release);
  request.once('error', () => undefined);
  request.once('close', () => {
    release();
    if (!request.complete) stop(badRequest('body', 'ended before the file did; send it again'));
  });
  return release;
}
