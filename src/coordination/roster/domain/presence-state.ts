/** How present an agent is. */
export const PRESENCE_STATES = ['active', 'idle', 'stale', 'never'] as const;
export type PresenceState = (typeof PRESENCE_STATES)[number];

/** Who was there so many seconds ago or later is active. */
export const ACTIVE_WITHIN_S = 60;

/** `ageS`: whole seconds since the agent was there; null: it never was. */
export function presenceState(ageS: number | null, staleAfterS: number): PresenceState {
  if (ageS === null) return 'never';
  if (ageS > staleAfterS) return 'stale';
  return ageS <= ACTIVE_WITHIN_S ? 'active' : 'idle';
}

/** Who was there last comes first; those who never were stand last. Both by name where they are alike. */
export const inRosterOrder = <T extends { readonly agent: string; readonly agoMs: number | null }>(
  members: readonly T[],
): readonly T[] => members.toSorted((one, other) => compareAges(one.agoMs, other.agoMs) || compareNames(one, other));

const compareAges = (one: number | null, other: number | null): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
};

const compareNames = (one: { readonly agent: string }, other: { readonly agent: string }): number =>
  one.agent.toLowerCase() < other.agent.toLowerCase() ? -1 : 1;
