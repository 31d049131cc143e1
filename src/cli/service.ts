import type { Command } from 'commander';
import type { GistboardClient } from '../../client/index.js';
import { answerOf, type Reply } from './answer.js';
import { boundedText } from './bounded-text.js';
import { CliError } from './cli-error.js';
import { addConnectionFlags, type Connection, type ConnectionFlags, connectionOf } from './connection.js';
import { printJson, printText } from './output.js';
import { Refused } from './problem.js';

/** The service gives up on its own before that. */
const DEADLINE_MS = 60_000;
/** Answers that are read as a whole; others go through as they come. */
const READ_WHOLE = /^(application\/(problem\+)?json|text\/plain)/;
const LARGEST_ANSWER = 64 * 1_048_576;

export interface ServiceFlags extends ConnectionFlags {
  readonly json?: true;
}

/** What each command has that talks to the service: where it is, who calls, and how to print. */
export const addServiceFlags = (command: Command): Command =>
  addConnectionFlags(command).option('--json', 'print what the service answers, as JSON');

/** The service that the flags lead to, and the flags that are the command's own. */
export function openService<F extends ServiceFlags>(
  flags: F,
): { readonly service: Service; readonly own: Omit<F, keyof ServiceFlags> } {
  const { url, agent, tokenFile, board, json, ...own } = flags;
  return { service: new Service(connectionOf(flags, process.env), json === true), own };
}

/** The service, as one command line talks to it. */
export class Service {
  readonly client: GistboardClient;
  /** What flags or environment name. */
  readonly namedBoard: string | undefined;

  constructor(
    private readonly connection: Connection,
    readonly isJson: boolean,
  ) {
    this.client = connection.client;
    this.namedBoard = connection.board;
    this.client.use({
      // Where another address answers, who calls must not go along.
      onRequest: ({ request }) =>
        new Request(request, { signal: AbortSignal.timeout(DEADLINE_MS), redirect: 'manual' }),
      onResponse: async ({ response }) => {
        const { status, headers } = response;
        if (response.body === null || !READ_WHOLE.test(headers.get('content-type') ?? '')) return undefined;
        return new Response(await boundedText(response, LARGEST_ANSWER), { status, headers });
      },
    });
  }

  /** The named board, else the caller's only one; a usage `CliError` lists them where there are several. */
  async board(): Promise<string> {
    if (this.namedBoard !== undefined) return this.namedBoard;
    // Not the list of boards: a role that sees none of its board asks too.
    const { boards } = await this.ask(this.client.GET('/whoami'));
    const [only, ...others] = boards.map(({ board }) => board);
    if (only !== undefined && others.length === 0) return only;
    throw new CliError(
      'usage',
      only === undefined ? NO_BOARD : `Which board? ${[only, ...others].join(', ')}. ${NAME_IT}`,
    );
  }

  /** The answer of the service. A refusal ends the command; with `--json` its problem document is the output. */
  ask<T>(call: Promise<Reply<T>>): Promise<T> {
    return this.outcome(answerOf(call, this.connection));
  }

  /** The same of what is more than one call. */
  async outcome<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (this.isJson && error instanceof Refused) await printJson(error.problem);
      throw error;
    }
  }

  /** Prints an answer, for people or as it came; resolves when it is flushed. */
  show<T>(answer: T, textFor: (answer: T) => string): Promise<void> {
    return this.isJson ? printJson(answer) : printText(textFor(answer));
  }
}

const NAME_IT = 'Name it: --board BOARD, or GISTBOARD_BOARD.';
const NO_BOARD = 'You may use no board yet. An operator adds you: gistboard board members add YOU --board BOARD';
