import type { JournalEntry, Relation } from '../../../journal/domain/journal-entry.js';
import type { Seq } from '../../../kernel/ids.js';
import { intentOfEntry, resourcesOfEntry } from './lease-entries.js';
import { FORGET_AFTER_MS, type Lease, notEmpty, without } from './lease.js';
import type { Resource } from './resource.js';

/**
 * Leases that nobody closed, as the journal tells them: those before an entry of kind `lease` and those after it. What a
 * redaction took away it can't tell: a lease whose grant was redacted is not there, and what a redacted release named
 * stands until it runs out.
 */
export function foldLeases(leases: readonly Lease[], entry: JournalEntry): readonly Lease[] {
  const over = new Set([...refsOf(entry, 'releases'), ...refsOf(entry, 'supersedes')]);
  const left = leases.filter(({ seq }) => !over.has(seq));
  const resources = resourcesOfEntry(entry);
  switch (entry.type) {
    case 'granted':
    case 'touched':
      return granted(reduced(left, entry, resources), entry, resources);
    case 'released':
      return reduced(left, entry, resources);
    case 'renewed':
      return renewed(left, entry);
    default:
      return left;
  }
}

/** Of what an agent claims or releases it holds nothing by an older lease any more. */
const reduced = (
  leases: readonly Lease[],
  { author }: JournalEntry,
  resources: readonly Resource[],
): readonly Lease[] => notEmpty(leases.map((lease) => (lease.holder === author ? without(lease, resources) : lease)));

function granted(leases: readonly Lease[], entry: JournalEntry, resources: readonly Resource[]): readonly Lease[] {
  const { seq, author: holder, type } = entry;
  const expiresAtMs = expiryOf(entry);
  if (expiresAtMs === undefined) return leases;
  // By the clock of the database, as the end is; the entry's own time is the service's.
  const grantedAtMs = expiresAtMs - lengthMsOf(entry);
  const kept = leases.filter((lease) => lease.holder === holder || grantedAtMs < lease.expiresAtMs + FORGET_AFTER_MS);
  if (type === 'touched' || resources.length === 0) return kept;
  return [
    ...kept,
    { seq, holder, resources, grantedAtMs, expiresAtMs, intent: intentOfEntry(entry), isLapseTold: false },
  ];
}

function renewed(leases: readonly Lease[], entry: JournalEntry): readonly Lease[] {
  const renews = new Set(refsOf(entry, 'renews'));
  const [expiresAtMs, intent] = [expiryOf(entry), intentOfEntry(entry)];
  if (expiresAtMs === undefined) return leases;
  return leases.map((lease) =>
    renews.has(lease.seq) ? { ...lease, expiresAtMs, intent: intent === '' ? lease.intent : intent } : lease,
  );
}

const expiryOf = ({ data }: JournalEntry): number | undefined =>
  typeof data.expires_at === 'number' ? data.expires_at : undefined;

const lengthMsOf = ({ data }: JournalEntry): number => (typeof data.lease_s === 'number' ? data.lease_s * 1_000 : 0);

const refsOf = ({ refs }: JournalEntry, relation: Relation): readonly Seq[] =>
  refs.filter((ref) => ref.relation === relation).map(({ seq }) => seq);
