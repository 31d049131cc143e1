interface Waiter<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

/** How long those behind a look-up wait for it before they get one of their own: it may hang to its deadline. */
const PATIENCE_MS = 1_000;

/**
 * One look-up for all that wait at a moment. A caller is only ever answered by a look-up that STARTED after it asked,
 * so it always sees what was committed before it asked (its own writes, somebody's revocation).
 */
export class SharedLookup<K, V> {
  #waiting: Waiter<K, V>[] = [];
  #isRunning = false;

  /** `loadMany` answers one value for each key, in their order; at most `batchSize` keys at once. */
  constructor(
    private readonly loadMany: (keys: readonly K[]) => Promise<readonly V[]>,
    private readonly batchSize = 500,
  ) {}

  load(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    // Requests of one turn of the event loop arrive together; let them all in first.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.batchSize);
      let patience: NodeJS.Timeout | undefined;
      const isTooLong = new Promise<void>((resolve) => {
        patience = setTimeout(resolve, PATIENCE_MS);
      });
      await Promise.race([this.#answer(batch), isTooLong]);
      clearTimeout(patience);
    }
    this.#isRunning = false;
  }

  async #answer(batch: readonly Waiter<K, V>[]): Promise<void> {
    try {
      const values = await this.loadMany(batch.map((waiter) => waiter.key));
      batch.forEach((waiter, index) => {
        waiter.resolve(values[index] as V);
      });
    } catch (error) {
      for (const waiter of batch) waiter.reject(error);
    }
  }
}
