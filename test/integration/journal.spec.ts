import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BoardClient, type Entry, type Note, openBoard } from '../support/board-client.js';
import { FixedClock } from '../support/fixed-clock.js';
import { startService, type TestService } from '../support/service.js';

const WRITERS = 32;
const REQUESTS = 6;

/** Each look at it is a millisecond later. */
class TickingClock extends FixedClock {
  override now(): number {
    this.ms += 1;
    return this.ms;
  }
}

interface Acknowledged {
  readonly writer: number;
  readonly request: number;
  readonly seqs: readonly number[];
  readonly contents: readonly string[];
}

const seqOf = (label: string | undefined): number => Number(label?.slice(1));
const upTo = (head: number): readonly number[] => Array.from({ length: head }, (_, place) => place + 1);

/** Between one and five notes, some of them wrong; every seventh request has nothing to admit. */
function notesOf(writer: number, request: number): readonly Note[] {
  const turn = writer * REQUESTS + request;
  const types = ['FACT', 'OBSERVED', 'CLAIM', 'FAIL', 'FACT'];
  return Array.from({ length: 1 + (turn % 5) }, (_, place) => ({
    type: turn % 7 === 6 || (turn + place) % 6 === 5 ? 'BOGUS' : (types[place] ?? 'FACT'),
    content: `writer ${writer} request ${request} note ${place}.`,
  }));
}

async function writeAll(by: BoardClient, writer: number): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    const notes = notesOf(writer, request);
    const isHopeless = notes.every(({ type }) => type === 'BOGUS');
    const reply = await by.write(notes);
    expect(reply.status).toBe(isHopeless ? 422 : 201);
    if (isHopeless) continue;
    const admitted = reply.data.results.filter(({ status }) => status === 'admitted');
    const seqs = admitted.map(({ label }) => seqOf(label));
    expect(reply.data.head).toBeGreaterThanOrEqual(seqs.at(-1) ?? Number.NaN);
    acknowledged.push({ writer, request, seqs, contents: admitted.map(({ index }) => notes[index]?.content ?? '') });
  }
  return acknowledged;
}

describe('32 writers at once', () => {
  let services: readonly TestService[];
  let boardOf: (service: number, agent: string) => BoardClient;
  let acknowledged: readonly Acknowledged[];
  let followed: readonly (readonly number[])[];

  beforeAll(async () => {
    const first = await startService({ clock: new TickingClock() });
    // A second replica takes half of the writes where the store can have one.
    const second =
      first.store.kind === 'mysql' ? await startService({ store: first.store, clock: first.clock }) : first;
    services = [first, second];
    const { board } = (await openBoard(first))('alice');
    const noise = await openBoard(first);
    boardOf = (service, agent) => new BoardClient(services[service % 2] ?? first, board, agent);
    let isWriting = true;
    await noise('alice').write(upTo(100).map((seq) => ({ type: 'FACT', content: `noise ${seq}` })));
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => writeAll(boardOf(writer, `agent-${writer}`), writer)),
    ).finally(() => {
      isWriting = false;
    });
    const reading = [0, 1].map((service) => follow(boardOf(service, `reader-${service}`), () => isWriting));
    const watching = [0, 1].map((service) => watch(boardOf(service, `watcher-${service}`), () => isWriting));
    await Promise.allSettled([writing, ...reading, ...watching]);
    acknowledged = (await writing).flat();
    followed = await Promise.all(reading);
    await Promise.all(watching);
  });
  afterAll(async () => {
    const [first, second] = services;
    if (second !== first) await second?.stop();
    await first?.close();
  });

  /** Follows the board by a cursor while others write, and once more after them; answers what it saw, in order. */
  async function follow(by: BoardClient, isWriting: () => boolean): Promise<readonly number[]> {
    const seen: number[] = [];
    let cursor = 0;
    for (let isLast = false; ; isLast = !isWriting()) {
      const { items, head } = await by.live({ after: String(cursor) });
      seen.push(...items.map(({ label }) => seqOf(label)));
      expect(head).toBeGreaterThanOrEqual(cursor);
      cursor = head;
      if (isLast) return seen;
    }
  }

  /** No gap is ever seen: what a reader gets is everything up to the head that it is told. */
  async function watch(by: BoardClient, isWriting: () => boolean): Promise<void> {
    let last = 0;
    for (let isLast = false; ; isLast = !isWriting()) {
      const all = await by.readAll();
      expect(all.items.map(({ label }) => seqOf(label))).toEqual(upTo(all.head));
      const found = await by.grep('!"in no text"');
      expect(found.total).toBe(found.head);
      expect(found.matches.map(({ label }) => seqOf(label))).toEqual(upTo(found.head).toReversed().slice(0, 500));
      expect(found.head).toBeGreaterThanOrEqual(all.head);
      expect(all.head).toBeGreaterThanOrEqual(last);
      last = found.head;
      if (isLast) return;
    }
  }

  it('get labels from 1 to the head, without a gap or one given twice', () => {
    const seqs = acknowledged.flatMap((each) => each.seqs).toSorted((one, other) => one - other);
    expect(seqs.length).toBeGreaterThan(300);
    expect(seqs).toEqual(upTo(seqs.length));
  });

  it('find the notes of one request side by side, in the order given', () => {
    for (const { seqs } of acknowledged) expect(seqs).toEqual(seqs.map((_, place) => (seqs[0] ?? 0) + place));
  });

  it('get their later labels for their later requests', () => {
    for (let writer = 0; writer < WRITERS; writer += 1) {
      const seqs = acknowledged.filter((each) => each.writer === writer).flatMap((each) => each.seqs);
      expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    }
  });

  it('leave under each label what was acknowledged, in the order of time, on each replica', async () => {
    const contents = new Map(
      acknowledged.flatMap(({ seqs, contents: texts }) => seqs.map((seq, at) => [seq, texts[at]])),
    );
    for (const service of [0, 1]) {
      const { items, head } = await boardOf(service, 'reader').readAll();
      expect(head).toBe(contents.size);
      expect(items.map(({ content }) => content)).toEqual(upTo(head).map((seq) => contents.get(seq)));
      const times = items.map(({ at }: Entry) => at);
      expect(times).toEqual(times.toSorted());
      expect(new Set(times).size).toBeGreaterThan(1);
    }
  });

  it('are followed by a cursor without one note skipped or seen twice', () => {
    const head = acknowledged.flatMap((each) => each.seqs).length;
    for (const seen of followed) expect(seen).toEqual(upTo(head));
  });
});
