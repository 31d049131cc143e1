import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { components } from '../../client/api.js';
import { Reply } from './board-client.js';
import type { TestService } from './service.js';

type Schemas = components['schemas'];
export type Uploaded = Schemas['UploadAnswerDto'];

export interface UploadOptions {
  readonly to?: string;
  readonly sha256?: string;
  readonly key?: string;
}

/** One agent's files on one board. */
export class FilesClient {
  constructor(
    private readonly service: Pick<TestService, 'url'>,
    readonly board: string,
    readonly agent: string,
  ) {}

  get #url(): string {
    return `${this.service.url}/board/${this.board}/files`;
  }

  async upload(name: string, content: string | Uint8Array, options: UploadOptions = {}): Promise<Reply<Uploaded>> {
    const form = new FormData();
    if (options.to !== undefined) form.set('to', options.to);
    if (options.sha256 !== undefined) form.set('sha256', options.sha256);
    form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
    const key = options.key === undefined ? {} : { 'Idempotency-Key': options.key };
    return replyOf(await fetch(this.#url, { method: 'POST', headers: { 'X-Agent': this.agent, ...key }, body: form }));
  }

  /** Uploads and answers the label; throws where it is refused. */
  async share(name: string, content: string | Uint8Array, options: UploadOptions = {}): Promise<string> {
    return (await this.upload(name, content, options)).data.label;
  }

  /** A form as it goes over the wire. */
  async raw(parts: readonly Part[], type = FORM_TYPE): Promise<Reply<Uploaded>> {
    const headers = { 'X-Agent': this.agent, 'Content-Type': type };
    return replyOf(await fetch(this.#url, { method: 'POST', headers, body: new Uint8Array(formBytes(parts)) }));
  }

  async list(query: Readonly<Record<string, string>> = {}): Promise<Schemas['FilesDto']> {
    const url = `${this.#url}?${new URLSearchParams(query)}`;
    return (await replyOf<Schemas['FilesDto']>(await fetch(url, { headers: { 'X-Agent': this.agent } }))).data;
  }

  download(label: string): Promise<Response> {
    return fetch(`${this.#url}/${label}`, { headers: { 'X-Agent': this.agent } });
  }

  /** The content of a file; throws where it is refused or cut. */
  async content(label: string): Promise<Buffer> {
    const response = await this.download(label);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(bytes.toString());
    return bytes;
  }
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

export const BOUNDARY = '----a-boundary';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export interface Part {
  /** Of `Content-Disposition: form-data`, behind the type. */
  readonly says: string;
  readonly content: string | Buffer;
}

/** What stands over the content of a part. */
export const partHead = (says: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data${says}\r\nContent-Type: application/octet-stream\r\n\r\n`;

const FIELD = /^; name="[^"]*"$/;

export const formBytes = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ says, content }) => [
      Buffer.from(FIELD.test(says) ? `--${BOUNDARY}\r\nContent-Disposition: form-data${says}\r\n\r\n` : partHead(says)),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

/** Sends so many bytes of a larger file and no more of it. */
export async function beginUpload({ url }: { readonly url: string }, board: string, bytes: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /board/${board}/files HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Agent: alice\r\nContent-Type: ${FORM_TYPE}\r\n` +
      `Content-Length: ${2 * bytes}\r\n\r\n${partHead('; name="file"; filename="half.bin"')}`,
  );
  socket.write(randomBytes(bytes));
}

/** How much of files the store holds: contents, those of them without an entry, pieces. */
export async function fileRows(
  service: Pick<TestService, 'database'>,
): Promise<{ readonly contents: number; readonly unshared: number; readonly pieces: number }> {
  const count = async (sql: string): Promise<number> => {
    const rows = await service.database.read((manager) => manager.query<{ count: number }[]>(sql));
    return Number(rows[0]?.count);
  };
  return {
    contents: await count('SELECT COUNT(*) AS count FROM board_file'),
    unshared: await count('SELECT COUNT(*) AS count FROM board_file WHERE seq IS NULL'),
    pieces: await count('SELECT COUNT(*) AS count FROM file_chunk'),
  };
}

async function replyOf<T>(response: Response): Promise<Reply<T>> {
  const answer: unknown = await response.json();
  return response.ok
    ? new Reply(response.status, answer as T, undefined)
    : new Reply<T>(response.status, undefined, answer);
}
