import { createHash } from 'node:crypto';
import type { components } from '../../../client/api.js';
import { fileNameOf } from '../../kernel/file-name.js';
import { answerOf } from '../answer.js';
import { CliError } from '../cli-error.js';
import type { Connection } from '../connection.js';
import type { LocalFile } from './local-file.js';
import { fileInFolder } from './save-file.js';

export type Uploaded = components['schemas']['UploadAnswerDto'];

/** Where a call goes, and what ends it early. */
export interface FileCall {
  readonly connection: Connection;
  readonly board: string;
  readonly signal?: AbortSignal;
}

/** Sends a file; under one key it becomes one entry, however often it is sent. Throws `Refused`, or a `CliError`. */
export async function sendFile(
  { connection, board, signal }: FileCall,
  { file, to, key }: { readonly file: LocalFile; readonly to: string | undefined; readonly key: string },
): Promise<Uploaded> {
  const form = new FormData();
  if (to !== undefined) form.set('to', to);
  form.set('sha256', file.sha256);
  form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
  const call = connection.client.POST('/board/{board}/files', {
    params: { path: { board }, header: { 'Idempotency-Key': key } },
    body: { file: '' },
    bodySerializer: () => form,
    ...(signal === undefined ? {} : { signal }),
  });
  return answerOf(call, connection);
}

/** A file that was fetched. */
export interface Fetched {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Fetches a file into a folder, under the name that it was shared with; it has that name once it is whole and its digest
 * was checked. Throws `Refused`, or a `CliError` that leaves nothing.
 */
export async function fetchFile(
  { connection, board, signal }: FileCall,
  {
    label,
    ...place
  }: { readonly label: string; readonly folder: string; readonly force: boolean; readonly hint: string },
): Promise<Fetched> {
  const call = connection.client.GET('/board/{board}/files/{label}', {
    params: { path: { board, label } },
    parseAs: 'stream',
    ...(signal === undefined ? {} : { signal }),
  });
  const body: AsyncIterable<Uint8Array> | null = await answerOf(call, connection);
  const { headers } = (await call).response;
  const announced = announcedBy(headers);
  const output = await fileInFolder({ ...place, name: announced.name });
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength;
      hash.update(chunk);
      await output.write(chunk);
    }
    const sha256 = hash.digest('hex');
    if (sha256 !== announced.sha256) throw new TypeError('its bytes are not those that were shared');
    return { path: await output.keep(), bytes, sha256 };
  } catch (error) {
    await output.discard();
    if (!(error instanceof TypeError)) throw error;
    throw new CliError('unreachable', `The file was cut off or changed on its way (${error.message}). Fetch it again.`);
  }
}

/** The service checked the name; what would write elsewhere is refused here all the same. */
function announcedBy(headers: Headers): { readonly name: string; readonly sha256: string } {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(headers.get('content-disposition') ?? '')?.[1];
  const digest = /sha-256=:([A-Za-z0-9+/=]+):/.exec(headers.get('repr-digest') ?? '')?.[1];
  const checked = encoded === undefined ? undefined : fileNameOf(decoded(encoded));
  if (checked?.isPlain !== true || digest === undefined)
    throw new CliError('unreachable', 'What came has no plain name or no digest, so it was not kept. Fetch it again.');
  return { name: checked.name, sha256: Buffer.from(digest, 'base64').toString('hex') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
