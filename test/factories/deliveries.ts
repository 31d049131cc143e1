import { type CurrentText, textStateOf } from '../../src/journal/domain/current-text.js';
import type { Bearing, JournalEntry } from '../../src/journal/domain/journal-entry.js';
import type { Seq } from '../../src/kernel/ids.js';
import { type DeliveryState, NOTHING_SHOWN, offered, shownUpTo } from '../../src/notices/domain/delivery-state.js';
import { cutEvents, eventsOf } from '../../src/notices/domain/events.js';
import { confirmLease, leaseNotices } from '../../src/notices/domain/notice-lease.js';
import { isIn } from '../../src/notices/domain/spans.js';
import { agent, entryOf } from './gists.js';

/** Something that was handed to an agent, and how it is confirmed. */
export interface Handed {
  readonly kind: 'snapshot' | 'notice';
  readonly to: Seq;
  readonly leaseId: string;
  readonly gists: readonly Seq[];
  /** Messages and events; `about` is the message, `text` the entry whose text it was shown with. */
  readonly events: readonly { readonly seq: Seq; readonly about: Seq; readonly text: Seq | 'deleted' }[];
}

/** A board with messages, as the journal holds it. */
export class MessageBoard {
  readonly entries: JournalEntry[] = [];

  get head(): Seq {
    return this.entries.length;
  }

  gist(author: string): void {
    this.#add('gist', author, null, []);
  }

  post(author: string, recipient: string): void {
    this.#add('post', author, recipient, []);
  }

  /** Of a message that stands; else nothing happens. */
  change(of: JournalEntry, kind: 'edit' | 'deletion'): void {
    const bearings = this.bearings(of.seq);
    if (textStateOf(of, bearings).kind === 'deleted') return;
    const last = bearings.findLast(({ relation }) => relation === 'edits');
    const replaces = last === undefined ? [] : [{ seq: last.seq, relation: 'replaces' as const }];
    const ref = { seq: of.seq, relation: kind === 'edit' ? ('edits' as const) : ('deletes' as const) };
    this.#add(kind, of.author, of.recipient, [ref, ...replaces]);
  }

  bearings(seq: Seq): readonly Bearing[] {
    return this.entries.flatMap((entry) =>
      entry.refs.filter((ref) => ref.seq === seq).map(({ relation }) => ({ seq: entry.seq, relation })),
    );
  }

  current(entry: JournalEntry): CurrentText {
    const bearings = this.bearings(entry.seq);
    const { kind } = textStateOf(entry, bearings);
    return { entry, bearings, isEdited: kind === 'edited', isDeleted: kind === 'deleted' };
  }

  #add(kind: JournalEntry['kind'], author: string, recipient: string | null, refs: JournalEntry['refs']): void {
    const entry = entryOf(this.head + 1, kind, refs);
    const to = recipient === null ? null : agent(recipient);
    this.entries.push({ ...entry, author: agent(author), recipient: to });
  }
}

/** One agent's delivery of a board, put together from the domain's functions as the services do it. */
export class AgentDelivery {
  state: DeliveryState = NOTHING_SHOWN;

  constructor(
    private readonly board: MessageBoard,
    readonly name: string,
  ) {}

  get gists(): readonly Seq[] {
    return this.board.entries
      .filter(({ kind, author }) => kind === 'gist' && author !== this.name)
      .map(({ seq }) => seq);
  }

  get addressed(): readonly CurrentText[] {
    return this.board.entries
      .filter(({ recipient, author }) => recipient === this.name && author !== this.name)
      .map((entry) => this.board.current(entry));
  }

  wasShown(seq: Seq): boolean {
    return seq <= this.state.postCursor || this.state.confirmedPosts.includes(seq);
  }

  snapshot(most: number, isAdvancing: boolean): Handed {
    const { state } = this;
    const unshown = this.addressed.filter(({ entry }) => entry.seq > state.postCursor);
    const news = eventsOf(unshown, (seq) => this.wasShown(seq)).filter(
      ({ seq }) => !state.confirmedPosts.includes(seq),
    );
    const { events, to } = cutEvents(news, this.board.head, (some) => some.length <= most);
    const gists = this.gists.filter(
      (seq) =>
        isIn({ after: state.gistCursor, upTo: to }, seq) && !state.confirmedGists.some((span) => isIn(span, seq)),
    );
    this.state = (isAdvancing ? shownUpTo : offered)(state, to);
    return { kind: 'snapshot', to, leaseId: '', gists, events: events.map((event) => this.#shown(event)) };
  }

  acknowledge(to: Seq): void {
    if (to > this.state.offeredTo) throw new Error('beyond what was offered');
    this.state = shownUpTo(this.state, to);
  }

  poll(terms: { id: string; nowMs: number; expiresAtMs: number; limit: number }): Handed | null {
    const messages = eventsOf(this.addressed, () => false).filter(({ kind }) => kind === 'message');
    const available = {
      head: this.board.head,
      gists: this.gists.filter((seq) => seq > this.state.gistCursor),
      posts: messages.map(({ seq }) => seq),
    };
    const { state, lease } = leaseNotices(this.state, available, terms);
    this.state = state;
    if (lease === null) return null;
    return {
      kind: 'notice',
      to: lease.gists?.upTo ?? 0,
      leaseId: lease.id,
      gists: available.gists.filter((seq) => lease.gists !== null && isIn(lease.gists, seq)),
      events: messages.filter(({ seq }) => lease.posts.includes(seq)).map((event) => this.#shown(event)),
    };
  }

  /** False: the lease is gone. */
  confirm(leaseId: string, shown: { gistsUpTo: Seq | undefined; posts: readonly Seq[] }): boolean {
    const lease = this.state.leases.find(({ id }) => id === leaseId);
    if (lease === undefined) return false;
    const unshown = this.addressed.filter(({ entry }) => entry.seq > this.state.postCursor);
    this.state = confirmLease(this.state, lease, shown, { unshown, head: this.board.head });
    return true;
  }

  #shown({ seq, of, kind }: { seq: Seq; of: Seq | null; kind: string }): Handed['events'][number] {
    if (kind === 'deletion') return { seq, about: of ?? 0, text: 'deleted' };
    const edit = this.board.bearings(seq).findLast(({ relation }) => relation === 'edits');
    return kind === 'edit' ? { seq, about: of ?? 0, text: seq } : { seq, about: seq, text: edit?.seq ?? seq };
  }
}
