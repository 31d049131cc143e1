import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../database/database.js';
import { PROBLEM_TYPES } from '../http/problem-types.js';
import { Wakeups } from '../wakeups/wakeups.js';
import { signals } from './signals.js';

const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000];

/** The service's numbers in Prometheus' form. No label holds the name of a board or an agent. */
@Injectable()
export class Metrics implements OnModuleDestroy {
  readonly registry = new Registry();
  readonly #stops: (() => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly wakeups: Wakeups,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.#requests();
    this.#writes();
    this.#reads();
    this.#waits();
    this.#connections();
  }

  onModuleDestroy(): void {
    for (const stop of this.#stops) stop();
    this.registry.clear();
  }

  #requests(): void {
    const seconds = this.#histogram('http_request_seconds', 'Time to answer a request.', FAST, [
      'method',
      'route',
      'status',
    ]);
    const refusals = this.#counter('refusals_total', 'Requests refused, by the code of the problem.', ['code']);
    // From zero: a series that begins at 1 is no increase to Prometheus, so the first refusal would be missed.
    for (const code of Object.keys(PROBLEM_TYPES)) refusals.inc({ code }, 0);
    this.#stops.push(
      signals.request.listen(({ method, route, status, seconds: taken }) => {
        seconds.observe({ method, route, status: String(status) }, taken);
      }),
      signals.refusal.listen(({ code }) => {
        refusals.inc({ code });
      }),
    );
  }

  #writes(): void {
    const notes = this.#counter('notes_total', 'Notes judged, by what became of them.', ['status']);
    for (const status of ['admitted', 'ignored', 'rejected']) notes.inc({ status }, 0);
    const commits = this.#histogram('commit_seconds', 'Time of a journal commit.', FAST);
    const entries = this.#histogram('commit_entries', 'Entries that one commit wrote.', SIZES);
    const commands = this.#histogram('commit_commands', 'Requests that shared one commit.', SIZES);
    const queue = this.#gauge('write_queue', 'Writes that wait for a commit.');
    const retries = this.#counter(
      'transaction_retries_total',
      'Transactions run again because the database asked for it.',
    );
    this.#stops.push(
      signals.note.listen(({ status }) => {
        notes.inc({ status });
      }),
      signals.commit.listen((commit) => {
        commits.observe(commit.seconds);
        entries.observe(commit.entries);
        commands.observe(commit.commands);
      }),
      signals.queue.listen(({ change }) => {
        queue.inc(change);
      }),
      signals.retry.listen(() => {
        retries.inc();
      }),
    );
  }

  #reads(): void {
    const builds = this.#histogram('view_build_seconds', 'Time to build a live view from stored rows.', FAST);
    const sizes = this.#histogram('view_build_gists', 'Gists in a view that was built.', SIZES);
    const held = this.#gauge('views', 'Live views held in memory.');
    const greps = this.#histogram('grep_seconds', 'Time of a search.', FAST);
    const scanned = this.#counter('grep_scanned_entries_total', 'Entries in the ranges that searches looked at.');
    this.#stops.push(
      signals.viewBuilt.listen(({ seconds, gists }) => {
        builds.observe(seconds);
        sizes.observe(gists);
      }),
      signals.viewsHeld.listen(({ count }) => {
        held.set(count);
      }),
      signals.grep.listen((grep) => {
        greps.observe(grep.seconds);
        scanned.inc(grep.scanned);
      }),
    );
  }

  #waits(): void {
    const waiters = this.#gauge('waiters', 'Requests held until something new is written.');
    const streams = this.#gauge('event_streams', 'Streams of server-sent events that are open.');
    const wakes = this.#histogram('wake_seconds', 'Time from a wake-up to the answer.', FAST);
    const found = this.#counter('found_entries_total', 'Entries of other processes found for who is held.', ['cause']);
    for (const cause of ['second', 'wakeup']) found.inc({ cause }, 0);
    this.#stops.push(
      signals.waiter.listen(({ change }) => {
        waiters.inc(change);
      }),
      signals.stream.listen(({ change }) => {
        streams.inc(change);
      }),
      signals.wake.listen(({ seconds }) => {
        wakes.observe(seconds);
      }),
      signals.foundEntries.listen(({ cause, count }) => {
        found.inc({ cause }, count);
      }),
    );
  }

  #connections(): void {
    const { database, wakeups } = this;
    new Gauge({
      name: 'gistboard_db_connections',
      help: 'Database connections, by pool and state; waiting: requests for one.',
      labelNames: ['pool', 'state'],
      registers: [this.registry],
      collect() {
        for (const { pool, state, count } of database.connections()) this.set({ pool, state }, count);
      },
    });
    new Gauge({
      name: 'gistboard_redis_connections',
      help: 'Connections to Redis, by state; lost: who is held is woken within a second, not at once.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        for (const { state, count } of wakeups.connections()) this.set({ state }, count);
      },
    });
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name: `gistboard_${name}`, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name: `gistboard_${name}`, help, registers: [this.registry] });
  }

  #histogram<L extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly L[] = [],
  ): Histogram<L> {
    const common = { name: `gistboard_${name}`, help, buckets: [...buckets] };
    return new Histogram({ ...common, labelNames: [...labelNames], registers: [this.registry] });
  }
}
