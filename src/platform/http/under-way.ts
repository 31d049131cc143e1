/** What may be under way at once; past it a request is refused before its body is read. */
export interface OverloadLimits {
  /** Requests without a body. */
  readonly requests: number;
  /** Requests that may be held for a while: they cost memory and nothing else. */
  readonly heldRequests: number;
  /** Units of work (`workOf`) that bodies bring, all together. */
  readonly work: number;
  /** The same of one board, so that who floods one leaves room on the others. */
  readonly workOfBoard: number;
}

export const OVERLOAD_LIMITS: OverloadLimits = {
  requests: 2_000,
  heldRequests: 20_000,
  work: 3_000,
  workOfBoard: 2_000,
};

/** What a request weighs. `board`: as its path names it; undefined: none. */
export type Load =
  | { readonly kind: 'held' }
  | { readonly kind: 'bare' }
  | { readonly kind: 'work'; readonly units: number; readonly board: string | undefined };

/** Counts what is under way; which board has how much is forgotten with the last of its requests. */
export class UnderWay {
  readonly #boards = new Map<string, number>();
  #bare = 0;
  #held = 0;
  #work = 0;

  constructor(private readonly limits: OverloadLimits) {}

  /** Lets the load in and answers true, or false where there is no room. Who was let in leaves once. */
  enter(load: Load): boolean {
    if (!this.#hasRoom(load)) return false;
    this.#add(load, 1);
    return true;
  }

  leave(load: Load): void {
    this.#add(load, -1);
  }

  #hasRoom(load: Load): boolean {
    const { limits } = this;
    switch (load.kind) {
      case 'held':
        return this.#held < limits.heldRequests;
      case 'bare':
        return this.#bare < limits.requests;
      case 'work':
        return (
          this.#work + load.units <= limits.work &&
          (load.board === undefined || (this.#boards.get(load.board) ?? 0) + load.units <= limits.workOfBoard)
        );
    }
  }

  #add(load: Load, sign: 1 | -1): void {
    if (load.kind === 'held') this.#held += sign;
    else if (load.kind === 'bare') this.#bare += sign;
    else this.#addWork(load, sign * load.units);
  }

  #addWork({ board }: { readonly board: string | undefined }, units: number): void {
    this.#work += units;
    if (board === undefined) return;
    const left = (this.#boards.get(board) ?? 0) + units;
    if (left === 0) this.#boards.delete(board);
    else this.#boards.set(board, left);
  }
}
