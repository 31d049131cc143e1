import type { Readable, Writable } from 'node:stream';
import {
  deserializeMessage,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { LineReader } from './line-reader.js';
import type { Receipts } from './receipts.js';

/** No message that the service would take comes near. */
const MAX_LINE_BYTES = 8 * 1_048_576;
/** For what is under way when the client closes its end. Most clients give less before they send a signal. */
const DRAIN_MS = 10_000;

/**
 * The client's end: messages by lines. Unlike the SDK's own it says when an answer is out, which receipts depend on;
 * answers what is under way when its input ends, as scripts need; and outlives a line that is no message.
 */
export class ClientTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  /** Resolves when the connection is over. */
  readonly closed: Promise<void>;
  readonly #open = new Set<RequestId>();
  readonly #lines: LineReader;
  #resolveClosed: () => void = () => undefined;
  #isClosed = false;
  #draining: NodeJS.Timeout | undefined;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly receipts: Receipts,
  ) {
    this.#lines = new LineReader(MAX_LINE_BYTES, this.#refuseTooLong);
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
  }

  async start(): Promise<void> {
    this.input.on('data', this.#hear);
    this.input.on('end', this.#hearLast);
    this.input.on('error', this.#drain);
    // The client is gone.
    this.output.on('error', this.#end);
  }

  /** Resolves when the message is handed to the system. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.output.write(serializeMessage(message), (error) => {
        if (!error && isJSONRPCResponse(message) && message.id !== undefined) this.#answered(message.id);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#draining);
    this.input.off('data', this.#hear);
    this.input.destroy();
    this.onclose?.();
    this.#resolveClosed();
  }

  readonly #hear = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) this.#take(line);
  };

  /** A last message may have no end of a line behind it. */
  readonly #hearLast = (): void => {
    for (const line of this.#lines.end()) this.#take(line);
    this.#drain();
  };

  #take(line: string): void {
    try {
      const message = deserializeMessage(line);
      if (isJSONRPCRequest(message)) {
        this.#open.add(message.id);
        if (message.method === 'tools/call') this.receipts.arrive(message.id);
      }
      if ('method' in message && message.method === 'notifications/cancelled')
        this.#cancelled(message.params?.requestId);
      this.onmessage?.(message);
    } catch {
      this.onerror?.(new Error('a line that is no message of the protocol was left out'));
    }
  }

  readonly #refuseTooLong = (id: RequestId | undefined): void => {
    this.onerror?.(new Error(`a message of more than ${MAX_LINE_BYTES} bytes was left out`));
    if (id === undefined) return;
    this.#open.add(id);
    const message = `The message has more than ${MAX_LINE_BYTES} bytes and was left out: send less at once.`;
    void this.send({ jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.InvalidRequest, message } });
  };

  #answered(id: RequestId): void {
    this.receipts.flushed(id);
    this.#settle(id);
  }

  /** No answer follows, says the protocol. */
  #cancelled(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    this.receipts.dropped(id);
    this.#settle(id);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#draining !== undefined && this.#open.size === 0) void this.close();
  }

  readonly #drain = (): void => {
    if (this.#open.size === 0) void this.close();
    else this.#draining ??= setTimeout(this.#end, DRAIN_MS);
  };

  readonly #end = (): void => void this.close();
}
