import type { Gist } from './note-types.js';

/** The instant at which a claim made now ends: what `data.expires_at` holds. Milliseconds since 1970. */
export const claimExpiry = (createdAtMs: number, ttlS: number): number => createdAtMs + ttlS * 1_000;

/** The instant at which a stored claim ends, in milliseconds since 1970. */
export const claimEnd = (claim: Gist): number =>
  // A claim without an end would hold for ever; one that has ended already harms nobody.
  claim.data.expires_at ?? claim.createdAtMs;

/** Whether time has ended a claim: so at the very instant of its end and after. */
export const hasExpired = (claim: Gist, nowMs: number): boolean => nowMs >= claimEnd(claim);
