import { labelled } from './frame.js';

/** A member as the roster answers it. */
export interface ShownMember {
  readonly agent: string;
  readonly age_s: number | null;
  readonly state: string;
  readonly sessions: number;
  readonly holds: readonly { readonly lease: string; readonly resources: readonly string[] }[];
  readonly claims: readonly string[];
  readonly unread: number;
}

/** `bob active, seen 12 s ago, 1 session, 3 unread: holds G57 src/net/**; claims G41`. */
export const memberLines = (member: ShownMember): readonly string[] =>
  labelled([presenceText(member)], takenText(member));

export const presenceText = ({ agent, age_s, state, sessions, unread }: ShownMember): string =>
  [
    `${agent} ${state === 'never' ? 'was never here' : state}`,
    ...(age_s === null ? [] : [`seen ${age_s} s ago`]),
    ...(sessions === 0 ? [] : [sessions === 1 ? '1 session' : `${sessions} sessions`]),
    `${unread} unread`,
  ].join(', ');

/** What it has taken; names of resources are its own words. */
export const takenText = ({ holds, claims }: ShownMember): string =>
  [
    ...holds.map(({ lease, resources }) => `holds ${lease} ${resources.join(', ')}`),
    ...(claims.length === 0 ? [] : [`claims ${claims.join(', ')}`]),
    ...(holds.length + claims.length === 0 ? ['holds nothing'] : []),
  ].join('; ');

/** `3 active, 1 idle`, of those that there are. */
export const statesLine = (members: readonly Pick<ShownMember, 'state'>[]): string =>
  (['active', 'idle', 'stale', 'never'] as const)
    .map((state) => ({ state, count: members.filter((member) => member.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state === 'never' ? 'never here' : state}`)
    .join(', ');
