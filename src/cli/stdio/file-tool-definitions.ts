import type { Tool } from '@modelcontextprotocol/server';
import { CliError } from '../cli-error.js';

const text = (description: string) => ({ type: 'string' as const, description });

/** What a client is told of `upload` and `download` on this machine. */
export const UPLOAD = {
  name: 'upload',
  title: 'Share a file',
  description: 'Shares a file of the project with all, or with one agent: what is too long for a note or a message.',
  inputSchema: {
    type: 'object',
    properties: {
      board: text('Default: the board of this connection.'),
      path: text('The file, inside the project.'),
      to: text('Only for this agent. Default: all.'),
      name: text('Another name for it.'),
    },
    required: ['path'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
} as const satisfies Tool;

export const DOWNLOAD = {
  name: 'download',
  title: 'Fetch a file',
  description: 'Puts a shared file into a folder of the project and tells its path.',
  inputSchema: {
    type: 'object',
    properties: {
      board: text('Default: the board of this connection.'),
      file: text('The label of its entry, such as G57.'),
      folder: text('A folder of the project that is there. Default: where you are.'),
      force: { type: 'boolean', description: 'Replaces a file of that name.' },
    },
    required: ['file'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
} as const satisfies Tool;

/** Checked arguments of one of the two. */
export interface FileArgs {
  /** Throws a usage `CliError` where it was not given. */
  required(name: string): string;
  text(name: string): string | undefined;
  isSet(name: string): boolean;
}

/** Throws a usage `CliError` that names what is wrong. */
export function fileArgsOf({ inputSchema }: typeof UPLOAD | typeof DOWNLOAD, value: unknown): FileArgs {
  const given = new Map(Object.entries(typeof value === 'object' && value !== null ? value : {}));
  const known = new Map<string, { readonly type: string }>(Object.entries(inputSchema.properties));
  for (const [name, each] of given) {
    const type = known.get(name)?.type;
    if (type === undefined) throw wrong(name, 'is not a known property');
    if (typeof each !== type) throw wrong(name, type === 'string' ? 'must be a string' : 'must be true or false');
  }
  const textOf = (name: string): string | undefined => {
    const each: unknown = given.get(name);
    return typeof each === 'string' ? each : undefined;
  };
  return {
    required: (name) => {
      const each = textOf(name) ?? '';
      if (each === '') throw wrong(name, 'must be given');
      return each;
    },
    text: textOf,
    isSet: (name) => given.get(name) === true,
  };
}

const wrong = (name: string, message: string): CliError => new CliError('usage', `bad_request: ${name}: ${message}`);
