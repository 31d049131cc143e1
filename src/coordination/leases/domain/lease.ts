import type { AgentName, Seq } from '../../../kernel/ids.js';
import type { Resource } from './resource.js';

/** An exclusive hold on resources, as it is stored until it ends. All times in milliseconds since 1970. */
export interface Lease {
  /** Of the entry that granted it: its label and its fence. Later grants of a board have greater ones. */
  readonly seq: Seq;
  readonly holder: AgentName;
  readonly resources: readonly Resource[];
  readonly grantedAtMs: number;
  /** By the database's clock; over at that very instant. */
  readonly expiresAtMs: number;
  readonly intent: string;
  /** Its holder was told that it ran out. */
  readonly isLapseTold: boolean;
}

export const isLive = ({ expiresAtMs }: Pick<Lease, 'expiresAtMs'>, nowMs: number): boolean => nowMs < expiresAtMs;

/** The longest that a lease holds without being renewed. */
export const LONGEST_LEASE_S = 86_400;
/** Leases that nobody closed are forgotten this long after they ran out. */
export const FORGET_AFTER_MS = 7 * 24 * 3_600_000;
/** The most resources that one agent holds on one board, and that all together do. */
export const MAX_HELD_BY_AGENT = 200;
export const MAX_HELD_ON_BOARD = 2_000;
/** The most conflicts that one answer names. */
export const MAX_CONFLICTS = 50;

/** What of a lease is left when its holder gives up or takes over some of its resources; none: it is over. */
export function without(lease: Lease, resources: readonly Resource[]): Lease {
  const gone = new Set(resources.map(({ key }) => key));
  return { ...lease, resources: lease.resources.filter(({ key }) => !gone.has(key)) };
}

export const holdsAny = (lease: Lease, resources: readonly Resource[]): boolean =>
  without(lease, resources).resources.length < lease.resources.length;

/** Those of the leases of which something is left. */
export const notEmpty = (leases: readonly Lease[]): readonly Lease[] =>
  leases.filter(({ resources }) => resources.length > 0);
