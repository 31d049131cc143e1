import { labelOf } from '../../kernel/label.js';
import { agentKey, isReservedName } from '../../kernel/names.js';
import { redactSecrets } from '../../kernel/secrets.js';
import { capText, normaliseBlock, normaliseLine, searchText } from '../../kernel/text.js';
import type { ClauderEvent } from './clauder-events.js';

/** A line of an export, before it has its place and time; see transfer/domain/file-line.ts. */
type Draft = Readonly<Record<string, unknown>> & { readonly kind: string };

const CONTENT_LIMIT = 100;
const DEFAULT_LEASE_S = 900;

/** What a session's events are on a board: one entry each, but for heartbeats, which say nothing. */
export class ClauderBoard {
  readonly entries: Readonly<Record<string, unknown>>[] = [];
  /** Spellings of names by their key: the first one counts. */
  readonly #names = new Map<string, string>();
  readonly #posts = new Map<number, number>();
  readonly #labels = new Map<number, string>();
  /** The claim of each task that is open: its seq, and whose it is. */
  readonly #claims = new Map<string, { readonly seq: number; readonly author: string }>();

  take(event: ClauderEvent): void {
    if (event.type === 'heartbeat') return;
    const seq = this.entries.length + 1;
    const author = this.#name(event.from);
    const { kind, ...draft } = this.#draft(event, { seq, author });
    this.entries.push({ seq, at: new Date(event.atMs).toISOString(), kind, author, ...draft });
    this.#labels.set(event.id, labelOf(seq));
    if (kind === 'post') this.#posts.set(event.id, seq);
  }

  #draft(event: ClauderEvent, place: { readonly seq: number; readonly author: string }): Draft {
    const { type, body } = event;
    const task = typeof body.task === 'string' ? body.task : undefined;
    if (type === 'fact') return gist('FACT', `${wordOf(body.key)} = ${wordOf(body.value)}`);
    if (type === 'claim' && task !== undefined) return this.#claim(event, task, place);
    if ((type === 'release' || type === 'done') && task !== undefined) return this.#release(event, task);
    if (type === 'proposal_revoked') return gist('OBSERVED', 'revokes the proposal');
    if (type === 'confirm') return gist('OBSERVED', `confirms the proposal ${this.#label(body.proposal_id)}`);
    const text = type === 'message' ? textOf(body) : `${type}: ${textOf(body)}`;
    return event.to === 'all' ? gist('OBSERVED', text) : this.#post(event, text);
  }

  #post({ to, replyTo }: ClauderEvent, text: string): Draft {
    const answered = replyTo === null ? undefined : this.#posts.get(replyTo);
    return {
      kind: 'post',
      type: 'message',
      to: this.#name(to),
      content: redactSecrets(normaliseBlock(text).trim()).text,
      ...(answered === undefined ? {} : { refs: [[answered, 'replies']] }),
    };
  }

  #claim({ atMs, body }: ClauderEvent, task: string, { seq, author }: { seq: number; author: string }): Draft {
    const before = this.#claims.get(task);
    this.#claims.set(task, { seq, author });
    const leaseS = typeof body.lease_s === 'number' && body.lease_s > 0 ? Math.min(body.lease_s, 1e9) : DEFAULT_LEASE_S;
    return {
      ...gist('CLAIM', task, { expires_at: Math.round(atMs + leaseS * 1_000) }),
      ...(before?.author === author ? { refs: [[before.seq, 'supersedes']] } : {}),
    };
  }

  #release({ type, body }: ClauderEvent, task: string): Draft {
    const claim = this.#claims.get(task);
    const note = typeof body.note === 'string' ? body.note : '';
    if (claim === undefined) return gist('OBSERVED', `${type}: ${task} ${note}`);
    this.#claims.delete(task);
    const content = redactSecrets(normaliseLine(note)).text;
    return { kind: 'release', type: type === 'done' ? 'done' : 'abandoned', content, refs: [[claim.seq, 'releases']] };
  }

  #label(id: unknown): string {
    return (typeof id === 'number' ? this.#labels.get(id) : undefined) ?? '';
  }

  /** A name in the letters that an agent's may have. */
  #name(raw: string): string {
    const plain = raw.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[._-]+/, '');
    const name = plain === '' ? 'someone' : isReservedName(plain) ? `${plain}-agent` : plain.slice(0, 64);
    const known = this.#names.get(agentKey(name)) ?? name;
    this.#names.set(agentKey(name), known);
    return known;
  }
}

/** A gist of any text: what is too long is its detail, as where an agent writes it. */
function gist(type: string, text: string, more: Readonly<Record<string, unknown>> = {}): Draft {
  const whole = redactSecrets(normaliseLine(text)).text;
  const { text: content, isCut } = capText(whole === '' ? '-' : whole, CONTENT_LIMIT);
  const data = { ...(isCut ? { truncated: true } : {}), ...more };
  return {
    kind: 'gist',
    type,
    content,
    ...(isCut ? { search_text: searchText(whole), detail: redactSecrets(normaliseBlock(text)).text } : {}),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
}

/** Its text, and what a program was to read beside it. */
function textOf({ text, ...rest }: ClauderEvent['body']): string {
  const more = Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
  return [typeof text === 'string' ? text : '', more].filter((part) => part !== '').join(' ');
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
