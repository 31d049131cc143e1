/** A request of the REST surface. */
export interface RestRequest {
  readonly method?: 'POST' | 'PUT';
  /** `B` stands for the board. */
  readonly path: string;
  readonly body?: object;
  /** Sent as a multipart form with one file. */
  readonly file?: { readonly name: string; readonly text: string };
}

/** A tool and the operation whose result it has. */
export interface Twin {
  readonly tool: string;
  readonly operation: string;
  /** The tool takes what this operation takes, too. */
  readonly besides?: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly request: RestRequest;
  /** What of REST's answer each tool's text must hold. */
  readonly told: (answer: never) => readonly string[];
  /** A malformed call; none where nothing can be malformed. */
  readonly bad?: { readonly args: Readonly<Record<string, unknown>>; readonly request: RestRequest };
}

export const query = (path: string): RestRequest => ({ path });
export const post = (path: string, body: object): RestRequest => ({ method: 'POST', path, body });
export const put = (path: string, body: object): RestRequest => ({ method: 'PUT', path, body });
