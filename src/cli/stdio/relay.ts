import { randomUUID } from 'node:crypto';
import {
  type Implementation,
  isSpecType,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { headersOf } from '../../../client/index.js';
import { PRODUCT, PRODUCT_SLUG, VERSION } from '../../kernel/product.js';
import { clientNameOf } from '../clients.js';
import { CliError } from '../cli-error.js';
import type { Connection } from '../connection.js';
import { checkoutsAround } from './checkouts.js';
import { withRelativePaths } from './relative-paths.js';
import { callMessage, discoverMessage, listMessage, type ServiceMessage } from './service-message.js';
import type { ServiceAnswer } from './service-answer.js';
import type { Patience, ServiceLink } from './service-link.js';
import { failedResult, type RelayedResult, relayedResult } from './tool-result.js';

/** How tool names are made; anything else could not stand in a header. */
const TOOL_NAME = /^[A-Za-z0-9._-]{1,128}$/;

/** The service gives up on its own before that; a restart of it takes less than the pauses. */
const FOR_A_CALL: Patience = { limitMs: 30_000, pausesMs: [200, 1_000] };
/** The client can't start before it has the list, and there is another one to give. */
const FOR_THE_LIST: Patience = { limitMs: 3_000, pausesMs: [] };
/** A role that is told of tools that it does not have is worse off than one that waits. */
const FOR_THE_INSTRUCTIONS: Patience = { limitMs: 10_000, pausesMs: [] };

/** A request of the client. */
export interface ClientRequest {
  readonly client: Implementation;
  readonly signal: AbortSignal;
}

export interface RelaySettings {
  /** Asked anew for each request, so that another token in the file counts at once. */
  connectionFor(clientName: string): Connection;
  readonly toolsets: string | undefined;
  readonly folders: readonly string[];
  log(text: string): void;
}

/** Passes lists and calls of tools on to the service, as one connection of one agent. */
export class Relay {
  readonly #instance = randomUUID();
  #isVersionChecked = false;

  constructor(
    private readonly settings: RelaySettings,
    private readonly link: ServiceLink,
  ) {}

  /**
   * What the service tells the holder of this token to begin with; undefined where no token says who calls: only roles
   * are told something else. Throws `CliError` where the service is away or refuses.
   */
  async instructions(): Promise<string | undefined> {
    // The client has not said yet how it calls itself.
    const client = { name: PRODUCT_SLUG, version: VERSION };
    if (!('token' in this.settings.connectionFor(client.name).identity)) return undefined;
    const { signal } = new AbortController();
    const answer = await this.#send(discoverMessage(client), { client, signal, patience: FOR_THE_INSTRUCTIONS });
    const said = answer.kind === 'result' ? answer.result.instructions : undefined;
    if (typeof said === 'string') return said;
    throw new CliError('refused', textOf(answer));
  }

  /** The service's list; throws `CliError` where it is away or refuses. */
  async list(request: ClientRequest): Promise<ListToolsResult> {
    const answer = await this.#send(listMessage(request.client), { ...request, patience: FOR_THE_LIST });
    const list = { tools: answer.kind === 'result' ? answer.result.tools : undefined };
    if (isSpecType.ListToolsResult(list)) return list;
    throw new CliError('refused', textOf(answer));
  }

  /** Never rejects but for a tool that there is not, and for a call that the client gave up. */
  async call(
    call: { readonly name: string; readonly args: unknown; readonly confirm: readonly string[] },
    request: ClientRequest,
  ): Promise<RelayedResult> {
    if (!TOOL_NAME.test(call.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool here.');
    }
    try {
      const roots = this.settings.folders.flatMap(checkoutsAround);
      const message = callMessage(request.client, { ...call, args: withRelativePaths(call.args, roots) });
      const headers = { ...message.headers, 'Idempotency-Key': randomUUID() };
      return this.#resultOf(await this.#send({ ...message, headers }, { ...request, patience: FOR_A_CALL }));
    } catch (error) {
      if (error instanceof CliError) return failed(error.message);
      if (error instanceof RangeError) return failed('The arguments are nested too deeply.');
      throw error;
    }
  }

  async #send(
    { headers, body }: ServiceMessage,
    { client, signal, patience }: ClientRequest & { readonly patience: Patience },
  ): Promise<ServiceAnswer> {
    const { url, identity, board } = this.settings.connectionFor(clientNameOf(client.name));
    const { toolsets } = this.settings;
    const query = new URLSearchParams({
      ...(board === undefined ? {} : { board }),
      ...(toolsets === undefined ? {} : { toolsets }),
    });
    return this.link.post({
      url: `${url}/mcp?${query}`,
      headers: { ...headers, ...headersOf(identity), 'X-Instance': this.#instance },
      body,
      signal,
      patience,
    });
  }

  #resultOf(answer: ServiceAnswer): RelayedResult {
    if (answer.kind === 'error' && answer.code === ProtocolErrorCode.InvalidParams) {
      throw new ProtocolError(answer.code, answer.message);
    }
    const relayed = answer.kind === 'result' ? relayedResult(answer.result) : undefined;
    if (relayed === undefined) return failed(textOf(answer));
    this.#checkVersion(relayed.serviceVersion);
    return relayed;
  }

  #checkVersion(version: string | undefined): void {
    if (this.#isVersionChecked || version === undefined) return;
    this.#isVersionChecked = true;
    if (version === VERSION) return;
    this.settings.log(`the service runs ${PRODUCT} ${version}, this is ${VERSION}: update the older of the two`);
  }
}

const failed = (text: string): RelayedResult => ({
  result: failedResult(text),
  isFromService: false,
  receipt: undefined,
  serviceVersion: undefined,
});

function textOf(answer: ServiceAnswer): string {
  switch (answer.kind) {
    case 'refusal':
      return answer.text;
    case 'error':
      return `The service refused the message: ${answer.message}`;
    case 'result':
      return `The service answered in a form that ${PRODUCT} ${VERSION} does not know: update the older of the two.`;
    case 'stranger':
      return `What answers there is not ${PRODUCT} (status ${answer.status}). Set GISTBOARD_URL to where it is.`;
  }
}
