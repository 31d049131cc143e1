import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AgentDelivery, type Handed, MessageBoard } from '../../../test/factories/deliveries.js';

// Law 4: nothing counts as shown that was not confirmed, and what was not confirmed is offered again.
const AGENTS = ['alice', 'bob', 'carol'] as const;
const LEASE_MS = 60_000;

type Fate = 'all' | 'part' | 'twice' | 'lost';
type Step =
  | { readonly do: 'gist' | 'post'; readonly by: number; readonly to: number }
  | { readonly do: 'edit' | 'deletion'; readonly pick: number }
  | { readonly do: 'snapshot'; readonly by: number; readonly most: number; readonly isAdvancing: boolean }
  | { readonly do: 'poll'; readonly by: number; readonly limit: number }
  | { readonly do: 'confirm'; readonly by: number; readonly pick: number; readonly fate: Fate }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'crash'; readonly by: number };

const by = fc.nat(2);
const pick = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('gist', 'post'), by, to: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('edit', 'deletion'), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('snapshot'),
      by,
      most: fc.constantFrom(1, 2, 100),
      isAdvancing: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('poll'), by, limit: fc.constantFrom(1, 2, 3, 50) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('confirm'),
      by,
      pick,
      fate: fc.constantFrom('all', 'part', 'twice', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(1, LEASE_MS / 2, LEASE_MS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash'), by }) },
) as fc.Arbitrary<Step>;

/** One agent's adapter: what it was handed and not yet confirmed, and what it knows by what it confirmed. */
class Adapter {
  readonly delivery: AgentDelivery;
  handed: Handed[] = [];
  readonly confirmed = new Set<number>();
  /** The text with which each message is known. */
  readonly texts = new Map<number, number | 'deleted'>();
  /** Confirmed only after its deletion had been passed: nobody could tell any more. */
  readonly late = new Set<number>();

  constructor(board: MessageBoard, name: string) {
    this.delivery = new AgentDelivery(board, name);
  }

  receive(handed: Handed | null, isConfirmed: boolean): void {
    if (handed === null) return;
    const seqs = [...handed.gists, ...handed.events.map(({ seq }) => seq)];
    expect(seqs.filter((seq) => this.confirmed.has(seq))).toEqual([]);
    if (isConfirmed) this.know(handed, Infinity);
    else this.handed.push(handed);
  }

  know({ gists, events }: Handed, gistsUpTo: number, posts: readonly number[] = events.map(({ seq }) => seq)): void {
    for (const seq of gists) if (seq <= gistsUpTo) this.confirmed.add(seq);
    for (const { seq, about, text } of events.filter((event) => posts.includes(event.seq))) {
      this.confirmed.add(seq);
      const known = this.texts.get(about) ?? 0;
      if (known === 'deleted') continue;
      this.texts.set(about, text === 'deleted' ? text : Math.max(known, text));
    }
  }

  confirm(handed: Handed, fate: Fate): void {
    if (fate === 'lost') return;
    const { state, addressed } = this.delivery;
    const passed = addressed.filter(({ entry: { kind, seq } }) => kind === 'deletion' && seq <= state.postCursor);
    const gone = passed.map(({ entry }) => entry.refs[0]?.seq);
    for (const { about } of handed.events) if (gone.includes(about)) this.late.add(about);
    if (handed.kind === 'snapshot') {
      this.know(handed, Infinity);
      this.delivery.acknowledge(handed.to);
      return;
    }
    const isPart = fate === 'part';
    const gistsUpTo = isPart ? handed.gists[0] : handed.to;
    const posts = handed.events.map(({ seq }) => seq).slice(isPart ? 1 : 0);
    const shown = { gistsUpTo, posts };
    if (!this.delivery.confirm(handed.leaseId, shown)) return;
    this.know(handed, gistsUpTo ?? 0, posts);
    if (fate === 'twice') {
      const once = this.delivery.state;
      this.delivery.confirm(handed.leaseId, shown);
      expect(this.delivery.state).toEqual(once);
    }
  }
}

class World {
  readonly board = new MessageBoard();
  readonly adapters = AGENTS.map((name) => new Adapter(this.board, name));
  nowMs = 1_000_000;
  private polls = 0;

  run(step: Step): void {
    const before = this.adapters.map(({ delivery: { state } }) => state);
    this.take(step);
    const isBack = this.adapters.some(({ delivery: { state } }, place) => {
      const { gistCursor = 0, postCursor = 0 } = before[place] ?? {};
      return state.gistCursor < gistCursor || state.postCursor < postCursor;
    });
    if (isBack) throw new Error('a cursor went back');
  }

  private take(step: Step): void {
    switch (step.do) {
      case 'gist':
        this.board.gist(AGENTS[step.by] ?? 'alice');
        return;
      case 'post':
        this.board.post(AGENTS[step.by] ?? 'alice', AGENTS[(step.by + 1 + step.to) % 3] ?? 'bob');
        return;
      case 'edit':
      case 'deletion': {
        const posts = this.board.entries.filter(({ kind }) => kind === 'post');
        const post = posts[step.pick % Math.max(1, posts.length)];
        if (post !== undefined) this.board.change(post, step.do);
        return;
      }
      case 'pass':
        this.nowMs += step.ms;
        return;
      case 'snapshot':
      case 'poll':
      case 'confirm':
      case 'crash':
        this.deliver(this.adapters[step.by] as Adapter, step);
    }
  }

  private deliver(adapter: Adapter, step: Extract<Step, { do: 'snapshot' | 'poll' | 'confirm' | 'crash' }>): void {
    switch (step.do) {
      case 'snapshot':
        adapter.receive(adapter.delivery.snapshot(step.most, step.isAdvancing), step.isAdvancing);
        return;
      case 'poll':
        adapter.receive(this.poll(adapter, step.limit), false);
        return;
      case 'confirm': {
        const [handed] = adapter.handed.splice(step.pick % Math.max(1, adapter.handed.length), 1);
        if (handed !== undefined) adapter.confirm(handed, step.fate);
        return;
      }
      case 'crash':
        adapter.handed = [];
    }
  }

  poll({ delivery }: Adapter, limit: number): Handed | null {
    this.polls += 1;
    const { nowMs } = this;
    const handed = delivery.poll({ id: `lease-${this.polls}`, nowMs, expiresAtMs: nowMs + LEASE_MS, limit });
    return handed;
  }

  /** Nobody writes any more; every adapter takes and confirms until there is nothing. */
  drain(adapter: Adapter, isByPolls: boolean): void {
    this.nowMs += LEASE_MS;
    for (let handed = isByPolls ? this.poll(adapter, 3) : null; handed !== null; handed = this.poll(adapter, 3)) {
      adapter.receive(handed, false);
      adapter.confirm(handed, 'all');
    }
    // Polls alone bring all messages and gists: what ran out unconfirmed is offered again.
    const { gists, addressed } = adapter.delivery;
    const posts = addressed.filter(({ entry, isDeleted }) => entry.kind === 'post' && !isDeleted);
    const notices = isByPolls ? [...gists, ...posts.map(({ entry }) => entry.seq)] : [];
    expect(notices.filter((seq) => !adapter.confirmed.has(seq))).toEqual([]);
    while (adapter.delivery.state.postCursor < this.board.head || adapter.delivery.state.gistCursor < this.board.head)
      adapter.receive(adapter.delivery.snapshot(2, true), true);
  }

  expectAllKnown({ delivery, confirmed, texts, late }: Adapter): void {
    expect(delivery.gists.filter((seq) => !confirmed.has(seq))).toEqual([]);
    for (const { entry, bearings, isDeleted } of delivery.addressed) {
      if (entry.kind !== 'post') continue;
      const edit = bearings.findLast(({ relation }) => relation === 'edits');
      if (!isDeleted) expect([entry.seq, texts.get(entry.seq)]).toEqual([entry.seq, edit?.seq ?? entry.seq]);
      else if (texts.has(entry.seq) && !late.has(entry.seq)) expect(texts.get(entry.seq)).toBe('deleted');
    }
    const { gistCursor, postCursor, confirmedGists, confirmedPosts } = delivery.state;
    const { head } = this.board;
    expect({ gistCursor, postCursor, confirmedGists, confirmedPosts }).toEqual({
      gistCursor: head,
      postCursor: head,
      confirmedGists: [],
      confirmedPosts: [],
    });
  }
}

describe('whatever is written, handed out, confirmed or lost', () => {
  it('each agent gets all that concerns it, none of it again once confirmed, and no cursor goes back', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), fc.boolean(), (steps, isByPolls) => {
        const world = new World();
        for (const each of steps) world.run(each);
        for (const adapter of world.adapters) {
          world.drain(adapter, isByPolls);
          world.expectAllKnown(adapter);
        }
      }),
      { numRuns: 1_500 },
    );
  });
});
