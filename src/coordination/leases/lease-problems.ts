import type { Seq } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import { Problem } from '../../kernel/problem.js';
import type { ReleaseDecision } from './domain/decide-release.js';
import type { RenewDecision } from './domain/decide-renew.js';
import { named } from './domain/lease-entries.js';
import type { Lease } from './domain/lease.js';

/** Why a lease was not released or renewed; `seq`: of the label that was named. */
export function refusalOf(
  decision: Exclude<ReleaseDecision, { kind: 'released' }> | Exclude<RenewDecision, { kind: 'renewed' }>,
  seq: Seq | null,
): Problem {
  switch (decision.kind) {
    case 'not-claimed':
      return notClaimed(
        seq === null && 'resource' in decision ? (decision.resource?.name ?? 'that') : labelOf(seq ?? 0),
      );
    case 'held-by-other':
      return heldByOther(decision.lease, 'resource' in decision ? decision.resource.name : null);
    case 'stale-fence':
      return new Problem(
        'stale_fence',
        `You hold ${named(decision.lease.resources)} by ${labelOf(decision.lease.seq)}, whose fence is ${decision.lease.seq}. The one you gave is of a lease that is over: stop what was done under it, or release with the fence that you hold.`,
        { members: { fence: decision.lease.seq } },
      );
    case 'lapsed':
      return new Problem(
        'not_claimed',
        `${labelOf(decision.lease.seq)} ran out at ${new Date(decision.lease.expiresAtMs).toISOString()}. Claim it again, and look first at what happened meanwhile.`,
      );
  }
}

/** Globs that are made for it take as long as their lengths multiplied to compare. */
export const tooComplex = (): Problem =>
  new Problem(
    'too_many_leases',
    'These globs take too long to compare with what is held. Claim fewer at once, or folders in their place.',
  );

const notClaimed = (what: string): Problem =>
  new Problem(
    'not_claimed',
    `You do not hold ${what}: it was never claimed, or is over. GET leases (or the tool tasks) lists what you hold.`,
  );

const heldByOther = (lease: Lease, resource: string | null): Problem =>
  new Problem(
    'lease_held',
    `${resource ?? labelOf(lease.seq)} is held by ${lease.holder}, not by you. Only the holder can do this; send a message to ${lease.holder}.`,
    { members: { held_by: lease.holder } },
  );
