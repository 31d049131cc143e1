import type { Bearing, Relation } from '../../journal/domain/journal-entry.js';
import { hasExpired } from './claims.js';
import type { Gist } from './note-types.js';

export type PatchStatus = 'candidate' | 'final' | 'invalidated' | 'superseded';
export type ClaimStatus = 'live' | 'expired' | 'released' | 'superseded';
export type GistStatus = PatchStatus | ClaimStatus;

/**
 * What has become of a gist at an instant (milliseconds since 1970). Patches are candidate, final, invalidated or
 * superseded; claims live, expired, released or superseded; all else stays live.
 */
export function statusOf(gist: Gist, bearings: readonly Bearing[], nowMs: number): GistStatus {
  switch (gist.type) {
    case 'PATCH_SUMMARY':
      return patchStatus(gist, bearings);
    case 'CLAIM':
      return claimStatus(gist, bearings, nowMs);
    case 'FACT':
    case 'OBSERVED':
    case 'FAIL':
      return 'live';
  }
}

/** The status of a patch summary, which time does not change. */
export function patchStatus(patch: Gist, bearings: readonly Bearing[]): PatchStatus {
  if (hasBearing(bearings, 'supersedes')) return 'superseded';
  if (hasBearing(bearings, 'invalidates')) return 'invalidated';
  return patch.data.final === true ? 'final' : 'candidate';
}

function claimStatus(claim: Gist, bearings: readonly Bearing[], nowMs: number): ClaimStatus {
  if (hasBearing(bearings, 'supersedes')) return 'superseded';
  if (hasBearing(bearings, 'releases')) return 'released';
  return hasExpired(claim, nowMs) ? 'expired' : 'live';
}

const hasBearing = (bearings: readonly Bearing[], relation: Relation): boolean =>
  bearings.some((bearing) => bearing.relation === relation);
