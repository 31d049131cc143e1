import type { AgentName } from '../../../kernel/ids.js';
import { FORGET_AFTER_MS, holdsAny, isLive, type Lease, MAX_CONFLICTS, without } from './lease.js';
import { MAX_HELD_BY_AGENT, MAX_HELD_ON_BOARD } from './lease.js';
import { type Effort, fullEffort, isUsedUp, resourcesOverlap } from './overlap.js';
import type { Resource } from './resource.js';

export interface ClaimRequest {
  readonly agent: AgentName;
  /** Distinct by key, at least one. */
  readonly resources: readonly Resource[];
  /** 0: touched, not holding, also where it was held by the agent before. */
  readonly leaseS: number;
}

/** A resource that was asked for, and the live lease of somebody else in its way. */
export interface Conflict {
  readonly resource: Resource;
  /** The first of the lease's resources that it overlaps. */
  readonly held: Resource;
  readonly lease: Lease;
}

export type ClaimDecision =
  /** Comparing takes too long: nothing was decided. */
  | { readonly kind: 'too-complex' }
  | { readonly kind: 'held'; readonly conflicts: readonly Conflict[]; readonly leftOut: number }
  | { readonly kind: 'too-many'; readonly of: 'agent' | 'board'; readonly held: number }
  | { readonly kind: 'renewed'; readonly lease: Lease; readonly expiresAtMs: number }
  | {
      readonly kind: 'granted';
      readonly expiresAtMs: number;
      /** Own leases as they are after this one took resources over from them; those without any are over. */
      readonly reduced: readonly Lease[];
      /** Leases of others that ran out, and now are taken. */
      readonly taken: readonly Lease[];
      /** Leases of others that ran out so long ago that nobody will close them. */
      readonly forgotten: readonly Lease[];
    };

/**
 * All or nothing. `leases`: all of the board that were not closed, live or not. Own leases are never in the way: exactly
 * the same resources again renew, anything else is a new grant that takes over what of it is held already. Expired leases
 * hold nothing; a grant that overlaps one ends it.
 */
export function decideClaim(leases: readonly Lease[], request: ClaimRequest, nowMs: number): ClaimDecision {
  const own = leases.filter(({ holder }) => holder === request.agent);
  const others = leases.filter(({ holder }) => holder !== request.agent);
  const live = others.filter((lease) => isLive(lease, nowMs));
  const effort = fullEffort();
  const conflicts = conflictsOf(live, request.resources, effort);
  if (isUsedUp(effort)) return { kind: 'too-complex' };
  if (conflicts.length > 0) return { kind: 'held', ...firstOf(conflicts) };
  const expiresAtMs = nowMs + request.leaseS * 1_000;
  const same = own.find((lease) => isLive(lease, nowMs) && holdsExactly(lease, request.resources));
  if (same !== undefined) return { kind: 'renewed', lease: same, expiresAtMs };
  const reduced = own.filter((lease) => holdsAny(lease, request.resources));
  const after = own.map((lease) => without(lease, request.resources)).filter((lease) => isLive(lease, nowMs));
  const tooMany = countOf(request, after, live);
  if (tooMany !== null) return tooMany;
  const lapsed = others.filter((lease) => !isLive(lease, nowMs));
  // What holds nothing takes nothing either.
  const taken =
    request.leaseS === 0 ? [] : lapsed.filter((lease) => conflictsOf([lease], request.resources, effort).length > 0);
  if (isUsedUp(effort)) return { kind: 'too-complex' };
  const old = lapsed.filter((lease) => !taken.includes(lease) && lease.expiresAtMs + FORGET_AFTER_MS <= nowMs);
  const rest = reduced.map((lease) => without(lease, request.resources));
  return { kind: 'granted', expiresAtMs, reduced: rest, taken, forgotten: old };
}

/** For each resource the leases that it overlaps, in the order of both. */
export const conflictsOf = (
  leases: readonly Lease[],
  resources: readonly Resource[],
  effort: Effort,
): readonly Conflict[] =>
  resources.flatMap((resource) =>
    leases.flatMap((lease): readonly Conflict[] => {
      const held = lease.resources.find((candidate) => resourcesOverlap(resource, candidate, effort));
      return held === undefined ? [] : [{ resource, held, lease }];
    }),
  );

const firstOf = (conflicts: readonly Conflict[]) => ({
  conflicts: conflicts.slice(0, MAX_CONFLICTS),
  leftOut: Math.max(0, conflicts.length - MAX_CONFLICTS),
});

const holdsExactly = (lease: Lease, resources: readonly Resource[]): boolean =>
  lease.resources.length === resources.length && without(lease, resources).resources.length === 0;

function countOf(
  { resources, leaseS }: ClaimRequest,
  own: readonly Lease[],
  others: readonly Lease[],
): ClaimDecision | null {
  if (leaseS === 0) return null;
  const held = total(own) + resources.length;
  if (held > MAX_HELD_BY_AGENT) return { kind: 'too-many', of: 'agent', held };
  const onBoard = held + total(others);
  return onBoard > MAX_HELD_ON_BOARD ? { kind: 'too-many', of: 'board', held: onBoard } : null;
}

const total = (leases: readonly Lease[]): number => leases.reduce((sum, { resources }) => sum + resources.length, 0);
