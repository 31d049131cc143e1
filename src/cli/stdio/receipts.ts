import { MAX_RECEIPTS } from '../../mcp/domain/receipt.js';

type RequestId = string | number;

/**
 * Which receipts a call may confirm: those of results that were out before the call came in, for that it came proves
 * that the client lives and reads. What a call does not get through is confirmed by a later one.
 */
export class Receipts {
  /** Of results that are not out yet. */
  readonly #held = new Map<RequestId, string>();
  /** What each call that came in may confirm. */
  readonly #taken = new Map<RequestId, readonly string[]>();
  /** Of results that are out, oldest first. */
  #delivered: readonly string[] = [];

  /** A call came in. */
  arrive(call: RequestId): void {
    this.#taken.set(call, this.#delivered.slice(0, MAX_RECEIPTS));
    this.#delivered = this.#delivered.slice(MAX_RECEIPTS);
  }

  /** What the call confirms. */
  takenBy(call: RequestId): readonly string[] {
    return this.#taken.get(call) ?? [];
  }

  /** The service heard what the call confirms, and its result came with this receipt. */
  confirmed(call: RequestId, receipt: string | undefined): void {
    this.#taken.delete(call);
    if (receipt !== undefined) this.#held.set(call, receipt);
  }

  /** The answer to the call is out. */
  flushed(call: RequestId): void {
    const receipt = this.#held.get(call);
    this.#held.delete(call);
    this.#delivered = [...this.takenBy(call), ...this.#delivered, ...(receipt === undefined ? [] : [receipt])];
    this.#taken.delete(call);
  }

  /** The call will not be answered. */
  dropped(call: RequestId): void {
    this.#held.delete(call);
    this.flushed(call);
  }
}
