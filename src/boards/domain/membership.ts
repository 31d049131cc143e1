/**
 * Where a membership comes from. `seen`: came by on a `*` board, which makes it known but gives no right. `role`: it is
 * none, but keeps the name of a contributor to the board's goal from being anybody else's. `former`: the same once the
 * role was dropped, for what was told to it is nobody else's either.
 */
export type MembershipSource = 'config' | 'api' | 'seen' | 'role' | 'former';

/** Whether a row keeps a name for roles, and is no membership. */
export const isOfRole = ({ source }: Pick<Membership, 'source'>): boolean => source === 'role' || source === 'former';

/** A row of a board's members; the key `*` stands for any agent of the workspace. */
export interface Membership {
  readonly agentKey: string;
  readonly source: MembershipSource;
  readonly isOwner: boolean;
}

export const ANY_AGENT = '*';

export interface BoardRights {
  readonly mayUse: boolean;
  readonly mayAdminister: boolean;
  /** A `*` board remembers who came by, so that others can address them; this one is not remembered yet. */
  readonly isNewcomer: boolean;
}

/**
 * What somebody may do on a board, from the rows that concern them: their own and the board's `*`. Nothing under the
 * name of a contributor, dropped ones too, whom a role's token alone makes.
 */
export function rightsOf(agentKey: string, isOperator: boolean, memberships: readonly Membership[]): BoardRights {
  const own = memberships.find((membership) => membership.agentKey === agentKey);
  if (own !== undefined && isOfRole(own)) return NO_RIGHTS;
  const isOpen = memberships.some((membership) => membership.agentKey === ANY_AGENT);
  const isNamed = own !== undefined && own.source !== 'seen';
  const isMember = isNamed || isOpen;
  return {
    mayUse: isOperator || isMember,
    mayAdminister: isOperator || (isNamed && own.isOwner),
    isNewcomer: isOpen && own === undefined && !isOperator,
  };
}

const NO_RIGHTS: BoardRights = { mayUse: false, mayAdminister: false, isNewcomer: false };

const STRONGEST_FIRST: readonly MembershipSource[] = ['role', 'former', 'config', 'api', 'seen'];

/** The members of one board out of two: who may use either may use it, and an owner of either owns it. */
export function unionOf(one: readonly Membership[], other: readonly Membership[]): readonly Membership[] {
  const byKey = new Map<string, Membership>();
  for (const { agentKey, source, isOwner } of [...one, ...other]) {
    const before = byKey.get(agentKey);
    const strongest = STRONGEST_FIRST.find((each) => each === source || each === before?.source) ?? source;
    byKey.set(agentKey, { agentKey, source: strongest, isOwner: isOwner || before?.isOwner === true });
  }
  return [...byKey.values()];
}

/** Up to three known names that are spelt much like the unknown one, the closest first. */
export function closeSpellings(unknown: string, known: readonly string[]): readonly string[] {
  const wanted = unknown.toLowerCase();
  return known
    .map((name) => ({ name, distance: editDistance(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(wanted.length, name.length) / 3)))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** How many letters must be put in, left out or changed to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
