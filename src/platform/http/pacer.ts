interface Waiting {
  readonly units: number;
  readonly resolve: () => void;
}

/** Turns in a row that newcomers may take before work goes on. */
const MOST_DEFERRED = 16;

/**
 * Lets in so much work for each turn of the event loop, and the rest in the turns after it, in order of arrival: many
 * requests that one look-up lets go at once would else keep all others from being heard until the last is checked.
 *
 * Work also yields to newcomers. Node accepts one connection a turn, so while turns are full of work a thousand clients
 * that connect at once would wait for seconds, only to be refused, or be given up by the system.
 */
export class Pacer {
  readonly #waiting: Waiting[] = [];
  #left: number;
  #isTurnAwaited = false;
  #accepted = 0;
  #deferred = 0;

  /** At least one is let in each turn, however large it is. `accepted`: connections so far. */
  constructor(
    private readonly unitsPerTurn: number,
    private readonly accepted: () => number,
  ) {
    this.#left = unitsPerTurn;
  }

  /** Undefined: at once. Else resolves in the turn in which there is room. */
  enter(units: number): Promise<void> | undefined {
    this.#awaitTurn();
    if (this.#waiting.length === 0 && this.#left > 0) {
      this.#left -= units;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push({ units, resolve }));
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return;
    this.#isTurnAwaited = true;
    setImmediate(() => {
      this.#isTurnAwaited = false;
      if (this.#waiting.length > 0 && this.#yields()) this.#awaitTurn();
      else this.#letIn();
    });
  }

  /** Where one connection was accepted in this turn, the next one may be waiting. */
  #yields(): boolean {
    const accepted = this.accepted();
    const isNewcomer = accepted !== this.#accepted && this.#deferred < MOST_DEFERRED;
    this.#accepted = accepted;
    this.#deferred = isNewcomer ? this.#deferred + 1 : 0;
    return isNewcomer;
  }

  #letIn(): void {
    this.#left = this.unitsPerTurn;
    while (this.#left > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#left -= next.units;
      next.resolve();
    }
    this.#awaitTurn();
  }
}
