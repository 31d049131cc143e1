import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BoardRef } from '../../src/journal/domain/board-ref.js';
import { type EntryDraft, entryOf } from '../../src/journal/domain/entry-draft.js';
import { FeedService } from '../../src/journal/feed.service.js';
import { HeadsRepository } from '../../src/journal/heads.repository.js';
import { JournalRepository } from '../../src/journal/journal.repository.js';
import { type Waiting, WaitersService } from '../../src/journal/waiters.service.js';
import { signals } from '../../src/platform/observability/signals.js';
import { InProcessWakeups } from '../../src/platform/wakeups/in-process.js';
import { agent } from '../factories/gists.js';
import { appendEntries, refOf } from '../support/append-entries.js';
import { LogLines } from '../support/log-lines.js';
import { startService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const LONG_MS = 60_000;

let service: TestService;
let board: BoardRef;
let slug = '';
let boards = 0;
let wakeups: InProcessWakeups;
let feed: FeedService;
let waiters: WaitersService;
/** Each look at heads: what made it, and how many entries it found. */
let looks: string[] = [];
const stopCounting = signals.foundEntries.listen(({ cause, count }) => looks.push(`${cause}: ${count}`));

const draft: EntryDraft = { kind: 'gist', type: 'FACT', author: agent('bob'), content: 'news' };
/** As another process writes: nobody here hears of it. */
const writeElsewhere = (): Promise<void> => appendEntries(service, slug, [draft]);
/** What was committed becomes this process's own, without time for a look in between. */
const publishHere = (seq: number): void => {
  feed.publish(board, [entryOf(draft, seq, service.clock.now())]);
};
/** As this process writes. */
async function writeHere(seq: number): Promise<void> {
  await writeElsewhere();
  publishHere(seq);
}
const beTold = (head: number): void => {
  wakeups.publish({ boardId: board.boardId, head });
};
const join = (head: number): Waiting => waiters.join(() => true, [{ ref: board, head }]);

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  stopCounting();
  await service.close();
});
beforeEach(async () => {
  boards += 1;
  slug = `board-${boards}`;
  await service.as('harness').POST('/board', { body: { board: slug, members: ['*'] } });
  board = await refOf(service, slug);
  wakeups = new InProcessWakeups();
  feed = new FeedService(wakeups);
  const heads = new HeadsRepository(service.database, new JournalRepository(service.database));
  waiters = new WaitersService(feed, wakeups, heads, new LogLines());
  looks = [];
});
afterEach(() => {
  waiters.beforeApplicationShutdown();
});

describe('who waits', () => {
  it('is woken by the look-up that a wake-up makes, not by that of the second', async () => {
    await writeElsewhere();
    const waiting = join(0);
    beTold(1);
    await waiting.woken(LONG_MS);
    expect(looks).toEqual(['wakeup: 1']);
    waiting.leave();
  });

  it('is woken where the wake-up came before, since the caller had asked for the head', async () => {
    await writeElsewhere();
    beTold(1);
    const waiting = join(0);
    await waiting.woken(LONG_MS);
    expect(looks).toEqual(['wakeup: 1']);
    waiting.leave();
  });

  it('is woken by the look-up of the second where no wake-up comes', async () => {
    await writeElsewhere();
    const waiting = join(0);
    await waiting.woken(LONG_MS);
    expect(looks).toEqual(['second: 1']);
    waiting.leave();
  });

  it('is woken by what another process wrote below an entry of this one', async () => {
    await writeElsewhere();
    await writeElsewhere();
    const waiting = join(0);
    publishHere(2);
    await waiting.woken(LONG_MS);
    const later = join(0);
    await later.woken(LONG_MS);
    await until(() => looks.length > 0);
    expect(looks).toEqual(['wakeup: 2']);
    waiting.leave();
    later.leave();
  });
});

describe('wake-ups', () => {
  it('of this process cost no look-up: it knows what it wrote', async () => {
    const waiting = join(0);
    for (let seq = 1; seq <= 20; seq += 1) await writeHere(seq);
    await waiting.woken(LONG_MS);
    expect(looks.filter((look) => look.startsWith('wakeup'))).toEqual([]);
    waiting.leave();
    const late = join(20);
    await until(() => looks.length > 0);
    expect(looks.filter((look) => look.startsWith('wakeup'))).toEqual([]);
    late.leave();
  });

  it('that come at once share a look-up', async () => {
    for (let seq = 1; seq <= 100; seq += 1) await writeElsewhere();
    const waiting = join(0);
    for (let head = 1; head <= 100; head += 1) beTold(head);
    await waiting.woken(LONG_MS);
    expect(looks).toEqual(['wakeup: 100']);
    waiting.leave();
  });

  it('that are made up wake nobody, and cost one look-up', async () => {
    await writeElsewhere();
    let woken = 0;
    const waiting = join(1);
    void waiting.woken(LONG_MS).then(() => (woken += 1));
    for (let lie = 0; lie < 1_000; lie += 1) beTold(999_999_999_999_999 - lie);
    await until(() => looks.includes('second: 0'));
    expect(looks).toEqual(['wakeup: 0', 'second: 0']);
    expect(woken).toBe(0);
    const next = join(1);
    await until(() => looks.length > 2);
    expect(looks.slice(2)).toEqual(['second: 0']);
    waiting.leave();
    next.leave();
  });

  it('for a board that nobody waits for cost nothing', async () => {
    await writeElsewhere();
    beTold(1);
    const elsewhere = await refOf(service, 'main');
    const waiting = waiters.join(() => true, [{ ref: elsewhere, head: 0 }]);
    await until(() => looks.length > 0);
    expect(looks).toEqual(['second: 0']);
    waiting.leave();
  });
});
