import { callText } from './call-text.js';
import { labelled } from './frame.js';

/** What a claim was granted, as the REST surface answers it. */
export interface ShownGrant {
  readonly board: string;
  readonly lease?: string;
  readonly fence?: number;
  readonly expires_at?: string;
  readonly renewed?: boolean;
  readonly resources?: readonly string[];
  readonly overlaps?: readonly string[];
}

export interface ShownConflict {
  readonly lease: string;
  readonly resource: string;
  readonly held_by: string;
  readonly holds: string;
  readonly since: string;
  readonly expires_in_s: number;
  readonly intent: string;
}

export interface ShownLease {
  readonly lease: string;
  readonly holder: string;
  readonly resources: readonly string[];
  readonly intent: string;
  readonly since: string;
  readonly expires_at: string;
  readonly expires_in_s: number;
  readonly expired: boolean;
}

export interface ShownRelease {
  readonly board: string;
  readonly head: number;
  readonly ended: readonly string[];
  readonly kept: readonly string[];
  readonly message: string | null;
}

/** `2026-11-30 13:05` */
const minuteOf = (at: string): string => at.slice(0, 16).replace('T', ' ');

/** What was granted: the caller's own words, so no frame is needed. */
export function grantLines({ board, lease = '', fence = 0, expires_at = '', ...grant }: ShownGrant): readonly string[] {
  const { renewed, resources = [], overlaps = [] } = grant;
  return [
    `${lease} is ${renewed === true ? 'renewed' : 'granted'} on ${board} until ${minuteOf(expires_at)} UTC, fence ${fence}: ${resources.join(', ')}`,
    ...(overlaps.length === 0
      ? []
      : [
          `Others wrote CLAIMs on it. Look before you go on: ${callText('board_unfold', { labels: overlaps.join(',') })}`,
        ]),
  ];
}

/** `G57 bob since 2026-11-30 13:05 640 s left: src/a.ts is in src/** | what for`. */
export const conflictLines = (conflicts: readonly ShownConflict[]): readonly string[] =>
  conflicts.flatMap(({ lease, resource, held_by, holds, since, expires_in_s, intent }) =>
    labelled(
      [lease, held_by, `since ${minuteOf(since)}`, `${expires_in_s} s left`],
      [resource === holds ? holds : `${resource} meets ${holds}`, intent].filter((part) => part !== '').join(' | '),
    ),
  );

/** `G57 bob since 2026-11-30 13:05 640 s left: src/**, task:release | what for`. */
export const leaseLines = (lease: ShownLease): readonly string[] =>
  labelled(
    [
      lease.lease,
      lease.holder,
      `since ${minuteOf(lease.since)}`,
      lease.expired ? `ran out ${minuteOf(lease.expires_at)}, not released` : `${lease.expires_in_s} s left`,
    ],
    [lease.resources.join(', '), lease.intent].filter((part) => part !== '').join(' | '),
  );

export function releaseLines(
  { board, head, ended, kept, message }: ShownRelease,
  to: string | undefined,
): readonly string[] {
  const over = ended.length === 0 ? 'Nothing is over' : `${ended.join(', ')} on ${board} is over`;
  const still = kept.length === 0 ? '' : `; ${kept.join(', ')} still holds the rest`;
  const told = message === null ? '' : ` ${to ?? ''} is told by ${message}.`;
  return [`${over}${still}, head ${head}.${told}`];
}
