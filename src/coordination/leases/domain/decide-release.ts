import type { AgentName, Seq } from '../../../kernel/ids.js';
import { conflictsOf } from './decide-claim.js';
import { fullEffort } from './overlap.js';
import { holdsAny, isLive, type Lease, without } from './lease.js';
import type { Resource } from './resource.js';

/** What is to be ended: a lease by its label, or resources whichever leases hold them. */
export type ReleaseTarget =
  | {
      readonly kind: 'label';
      readonly seq: Seq;
      /** What it once held, if it was a lease. */ readonly was: readonly Resource[];
    }
  | { readonly kind: 'resources'; readonly resources: readonly Resource[] };

export interface ReleaseRequest {
  readonly agent: AgentName;
  readonly target: ReleaseTarget;
  /** The fence that the caller believes to hold; absent: whichever it is. */
  readonly fence: Seq | undefined;
}

export type ReleaseDecision =
  | { readonly kind: 'not-claimed'; /** Undefined: what the label names. */ readonly resource: Resource | undefined }
  | { readonly kind: 'held-by-other'; readonly resource: Resource; readonly lease: Lease }
  | { readonly kind: 'stale-fence'; readonly lease: Lease }
  | {
      readonly kind: 'released';
      /** As they are afterwards; those without resources are over. */
      readonly leases: readonly Lease[];
      readonly resources: readonly Resource[];
    };

/**
 * By the holder alone, live or expired as long as nobody took it. All that is named, or nothing. `leases`: all of the
 * board that were not closed.
 */
export function decideRelease(leases: readonly Lease[], request: ReleaseRequest, nowMs: number): ReleaseDecision {
  const { agent, target, fence } = request;
  const own = leases.filter(({ holder }) => holder === agent);
  const others = leases.filter((lease) => lease.holder !== agent && isLive(lease, nowMs));
  const asked = target.kind === 'resources' ? target.resources : resourcesOf(own, target);
  const ended = own.filter((lease) => (target.kind === 'label' ? lease.seq === target.seq : holdsAny(lease, asked)));
  const missing = target.kind === 'label' ? (ended.length === 0 ? asked : []) : notHeld(asked, ended);
  if (ended.length === 0 || missing.length > 0) return refusalOf(others, missing);
  const stale = fence === undefined ? undefined : ended.find(({ seq }) => seq !== fence);
  if (stale !== undefined) return { kind: 'stale-fence', lease: stale };
  return { kind: 'released', leases: ended.map((lease) => without(lease, asked)), resources: asked };
}

const resourcesOf = (
  own: readonly Lease[],
  { seq, was }: { seq: Seq; was: readonly Resource[] },
): readonly Resource[] => own.find((lease) => lease.seq === seq)?.resources ?? was;

const notHeld = (resources: readonly Resource[], leases: readonly Lease[]): readonly Resource[] =>
  resources.filter((resource) => !leases.some((lease) => holdsAny(lease, [resource])));

function refusalOf(others: readonly Lease[], missing: readonly Resource[]): ReleaseDecision {
  const [conflict] = conflictsOf(others, missing, fullEffort());
  return conflict === undefined
    ? { kind: 'not-claimed', resource: missing[0] }
    : { kind: 'held-by-other', resource: conflict.resource, lease: conflict.lease };
}
