import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { classifyDatabaseError } from '../platform/database/database-errors.js';
import { Transactor } from '../platform/database/transactor.js';
import { DeliveriesRepository, type DeliveryKey, nameOf } from './deliveries.repository.js';
import { type DeliveryState, NOTHING_SHOWN } from './domain/delivery-state.js';

/** A change of one agent's states of one or more boards: all of it happens, or none. */
export interface DeliveryChange<T> {
  readonly keys: readonly DeliveryKey[];
  /** From the states in the order of the keys to their successors; may run more than once; throws to refuse. */
  decide(
    states: readonly DeliveryState[],
    nowMs: number,
  ): { readonly states: readonly DeliveryState[]; readonly result: T };
}

interface Job {
  readonly change: DeliveryChange<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly result: unknown } | { readonly refusal: unknown };

/** Boards and agents whose rows one transaction locks. */
const KEYS_PER_COMMIT = 1_000;

/** Changes of a moment share one transaction: a write that wakes a thousand agents costs few commits, not a thousand. */
@Injectable()
export class DeliveryWriter {
  readonly #waiting: Job[] = [];
  #isRunning = false;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly transactor: Transactor,
  ) {}

  /** Resolves after the commit. */
  change<T>(change: DeliveryChange<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as Job['resolve'], reject });
      if (!this.#isRunning) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#isRunning = true;
    // Those of one turn of the event loop come together.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, this.#batchSize()));
    this.#isRunning = false;
  }

  #batchSize(): number {
    let keys = 0;
    const fitting = this.#waiting.findIndex(({ change }) => (keys += change.keys.length) > KEYS_PER_COMMIT);
    return fitting === -1 ? this.#waiting.length : Math.max(1, fitting);
  }

  async #commit(batch: readonly Job[]): Promise<void> {
    try {
      const outcomes = await this.transactor.run((tx) => this.#run(tx, batch));
      batch.forEach((job, index) => {
        const outcome = outcomes[index] ?? { refusal: new Error('a change had no outcome') };
        if ('refusal' in outcome) job.reject(outcome.refusal);
        else job.resolve(outcome.result);
      });
    } catch (error) {
      if (batch.length === 1 || classifyDatabaseError(error) === 'away') for (const job of batch) job.reject(error);
      else for (const job of batch) await this.#commit([job]);
    }
  }

  async #run(tx: EntityManager, batch: readonly Job[]): Promise<readonly Outcome[]> {
    const keys = new Map(batch.flatMap(({ change }) => change.keys).map((key) => [nameOf(key), key]));
    const locked = await this.deliveries.lock(tx, [...keys.values()]);
    const states = new Map(locked.states);
    const outcomes = batch.map(({ change }) => decide(change, states, locked.nowMs));
    const changed = [...keys].flatMap(([name, key]) => {
      const state = states.get(name);
      return state === undefined || state === locked.states.get(name) ? [] : [{ ...key, state }];
    });
    await this.deliveries.save(tx, changed);
    return outcomes;
  }
}

/** One change's refusal leaves the others' states alone. */
function decide(change: DeliveryChange<unknown>, states: Map<string, DeliveryState>, nowMs: number): Outcome {
  try {
    const names = change.keys.map(nameOf);
    const decided = change.decide(
      names.map((name) => states.get(name) ?? NOTHING_SHOWN),
      nowMs,
    );
    names.forEach((name, index) => {
      const state = decided.states[index];
      if (state !== undefined) states.set(name, state);
    });
    return { result: decided.result };
  } catch (refusal) {
    return { refusal };
  }
}
