import type { EntryDraft } from '../../../journal/domain/entry-draft.js';
import type { EntryRef, JournalEntry } from '../../../journal/domain/journal-entry.js';
import type { AgentName, Seq } from '../../../kernel/ids.js';
import { labelOf } from '../../../kernel/label.js';
import { capText, searchText } from '../../../kernel/text.js';
import type { Lease } from './lease.js';
import { parseResource, type Resource } from './resource.js';

/** What an entry of kind `lease` says happened. */
export type LeaseEntryType = 'granted' | 'renewed' | 'touched' | 'released' | 'broken';

/** Who tells agents of their leases: nobody can be called so, and nobody can change what it wrote. */
export const SYSTEM = 'system' as AgentName;
/** The types of its messages. */
export const SYSTEM_MESSAGES = ['lapsed', 'broken'] as const;
type SystemMessage = (typeof SYSTEM_MESSAGES)[number];

const MOST_NAMED = 3;
const MESSAGE_LENGTH = 1_000;
/** What lies behind is in `data`: 50 long paths are no text that anybody reads. */
const CONTENT_LENGTH = 4_000;

interface LeaseEntry {
  readonly type: LeaseEntryType;
  readonly author: AgentName;
  readonly resources: readonly Resource[];
  /** Intent, note or reason: text of the author. */
  readonly text: string;
  readonly refs?: readonly EntryRef[];
  readonly data?: { readonly lease_s?: number; readonly expires_at?: number; readonly outcome?: string };
}

/** `src/a.ts, src/b.ts | intent`: found by its resources and by its text. */
export function leaseEntry({ type, author, resources, text, refs = [], data = {} }: LeaseEntry): EntryDraft {
  const names = resources.map(({ name }) => name);
  const content = [names.join(', '), text].filter((part) => part !== '').join(' | ');
  const shown = capText(content, CONTENT_LENGTH).text;
  return {
    kind: 'lease',
    type,
    author,
    content: shown,
    searchText: searchText(content),
    refs,
    data: { ...data, names },
  };
}

/** What the entry of a lease says that it once held; nothing where it is none, or was redacted. */
export function resourcesOfEntry(entry: JournalEntry | undefined): readonly Resource[] {
  const names = entry?.kind === 'lease' ? entry.data.names : [];
  if (!Array.isArray(names)) return [];
  return names
    .map((name) => parseResource(String(name)))
    .flatMap((parsed) => ('resource' in parsed ? parsed.resource : []));
}

/** What the entry of a lease says behind its resources; nothing where it says nothing, or was redacted. */
export function intentOfEntry({ content, data }: JournalEntry): string {
  const start = `${Array.isArray(data.names) ? data.names.join(', ') : ''} | `;
  return content.startsWith(start) ? content.slice(start.length) : '';
}

export const refsTo = (leases: readonly Lease[], relation: EntryRef['relation']): readonly EntryRef[] =>
  leases.map(({ seq }) => ({ seq, relation })).toSorted((one, other) => one.seq - other.seq);

/** Tells a holder that its lease ran out, and who has it now, if somebody has. */
export function lapseMessage(lease: Lease, taken: { readonly by: AgentName; readonly seq: Seq } | null): EntryDraft {
  const at = `${new Date(lease.expiresAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const now =
    taken === null
      ? 'Nobody has taken it: claim it again to go on, or release it.'
      : `${taken.by} has taken it with ${labelOf(taken.seq)}: what you do there now may collide.`;
  return message(
    lease,
    'lapsed',
    `Your lease ${labelOf(lease.seq)} on ${named(lease.resources)} ran out at ${at}. ${now}`,
  );
}

/** Tells a holder that its lease was broken. */
export const breakMessage = (lease: Lease, by: AgentName, reason: string): EntryDraft =>
  message(
    lease,
    'broken',
    `${by} broke your lease ${labelOf(lease.seq)} on ${named(lease.resources)}: you hold it no more.${reason === '' ? '' : ` ${reason}`}`,
  );

function message({ seq, holder }: Lease, type: SystemMessage, text: string): EntryDraft {
  const refs = [{ seq, relation: 'replies' as const }];
  return { kind: 'post', type, author: SYSTEM, recipient: holder, content: capText(text, MESSAGE_LENGTH).text, refs };
}

/** The first of them by name: `a.ts, b.ts, c.ts and 2 more`. */
export function named(resources: readonly Resource[]): string {
  const names = resources.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = resources.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
