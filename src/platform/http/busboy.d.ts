// The package brings no types; this is the part of it that is used.
declare module 'busboy' {
  import type { IncomingHttpHeaders } from 'node:http';
  import type { Readable, Writable } from 'node:stream';

  interface Limits {
    readonly fieldNameSize?: number;
    readonly fieldSize?: number;
    readonly fields?: number;
    readonly files?: number;
    readonly parts?: number;
  }

  interface Parser extends Writable {
    on(event: 'file', listener: (name: string, file: Readable, info: { readonly filename?: string }) => void): this;
    on(
      event: 'field',
      listener: (name: string, value: string, info: { readonly valueTruncated: boolean }) => void,
    ): this;
    on(event: 'filesLimit' | 'fieldsLimit' | 'partsLimit' | 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
  }

  /** Throws where the headers announce no multipart form. */
  export default function busboy(options: {
    readonly headers: IncomingHttpHeaders;
    readonly preservePath?: boolean;
    readonly defParamCharset?: string;
    readonly limits?: Limits;
  }): Parser;
}
