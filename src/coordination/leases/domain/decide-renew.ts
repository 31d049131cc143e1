import type { AgentName, Seq } from '../../../kernel/ids.js';
import { isLive, type Lease } from './lease.js';

export type RenewDecision =
  | { readonly kind: 'renewed'; readonly lease: Lease; readonly expiresAtMs: number }
  /** It ran out: whatever happened meanwhile, a renewal would hide it. */
  | { readonly kind: 'lapsed'; readonly lease: Lease }
  | { readonly kind: 'held-by-other'; readonly lease: Lease }
  | { readonly kind: 'not-claimed' };

/** By the holder, while it is live; from now on, so it may get shorter. `leases`: all of the board that were not closed. */
export function decideRenew(
  leases: readonly Lease[],
  request: { readonly agent: AgentName; readonly seq: Seq; readonly leaseS: number },
  nowMs: number,
): RenewDecision {
  const lease = leases.find(({ seq }) => seq === request.seq);
  if (lease === undefined) return NOT_CLAIMED;
  if (lease.holder !== request.agent) return isLive(lease, nowMs) ? { kind: 'held-by-other', lease } : NOT_CLAIMED;
  if (!isLive(lease, nowMs)) return { kind: 'lapsed', lease };
  return { kind: 'renewed', lease, expiresAtMs: nowMs + request.leaseS * 1_000 };
}

const NOT_CLAIMED: RenewDecision = { kind: 'not-claimed' };
