import { labelOf } from '../../kernel/label.js';
import type { Conflict } from './domain/decide-claim.js';
import { isLive, type Lease } from './domain/lease.js';
import type { LeaseDto, LiveLeaseDto } from './lease-list.dto.js';
import type { ConflictDto } from './lease-answers.dto.js';

export const conflictDto = ({ resource, held, lease }: Conflict, nowMs: number): ConflictDto => ({
  lease: labelOf(lease.seq),
  resource: resource.name,
  held_by: lease.holder,
  holds: held.name,
  since: new Date(lease.grantedAtMs).toISOString(),
  expires_in_s: secondsLeft(lease, nowMs),
  intent: lease.intent,
});

export const liveLeaseDto = (lease: Lease): LiveLeaseDto => ({
  lease: labelOf(lease.seq),
  holder: lease.holder,
  resources: lease.resources.map(({ name }) => name),
  intent: lease.intent,
  fence: lease.seq,
  since: new Date(lease.grantedAtMs).toISOString(),
  expires_at: new Date(lease.expiresAtMs).toISOString(),
});

export const leaseDto = (lease: Lease, nowMs: number): LeaseDto => ({
  ...liveLeaseDto(lease),
  expires_in_s: secondsLeft(lease, nowMs),
  expired: !isLive(lease, nowMs),
});

/** A lease that is live has a second left at least. */
const secondsLeft = ({ expiresAtMs }: Lease, nowMs: number): number =>
  Math.max(0, Math.ceil((expiresAtMs - nowMs) / 1_000));
