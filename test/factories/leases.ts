import type { Lease } from '../../src/coordination/leases/domain/lease.js';
import { parseResource, type Resource } from '../../src/coordination/leases/domain/resource.js';
import type { AgentName } from '../../src/kernel/ids.js';
import { NOON } from './gists.js';

/** A resource by its name; throws where it is refused. */
export function resourceOf(name: string): Resource {
  const parsed = parseResource(name);
  if (parsed.kind === 'refused') throw new Error(`${name} ${parsed.message}`);
  return parsed.resource;
}

interface LeaseParts {
  readonly seq: number;
  readonly by: string;
  readonly on: readonly string[];
  /** Seconds before noon at which it was granted, and after noon at which it ends. */
  readonly sinceS?: number;
  readonly untilS?: number;
}

/** A lease that is live at noon, unless said otherwise. */
export const leaseOf = ({ seq, by, on, sinceS = 60, untilS = 60 }: LeaseParts): Lease => ({
  seq,
  holder: by as AgentName,
  resources: on.map(resourceOf),
  grantedAtMs: NOON - sinceS * 1_000,
  expiresAtMs: NOON + untilS * 1_000,
  intent: '',
  isLapseTold: false,
});
