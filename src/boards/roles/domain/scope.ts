/** A role as a goal declares it. A list that is absent means the default of its direction; an empty one grants nothing. */
export interface DeclaredRole {
  /** `[a-z][a-z0-9-]{0,31}`. */
  readonly name: string;
  /** How many agents have it: ordinals 1 to `count`. */
  readonly count: number;
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly purpose?: string;
  readonly backend?: string;
  readonly model?: string;
  /** Whether it may change files of the project. */
  readonly mayEdit: boolean;
  /** Whether it was declared to see the board beside the artifacts. */
  readonly seesBoard: boolean;
}

/** What one contributor of a goal may do. */
export interface RoleScope {
  readonly role: string;
  readonly ordinal: number;
  /** The kinds of artifacts that it may read. */
  readonly reads: 'all' | readonly string[];
  readonly writes: readonly string[];
  /** Whether it uses the board as a member does. */
  readonly seesBoard: boolean;
  readonly mayEdit: boolean;
}

/** The role that leads a goal: exactly one, and it always sees the board. */
export const ORCHESTRATOR = 'orchestrator';

type Grants = Pick<RoleScope, 'reads' | 'writes'>;

const DEFAULTS: ReadonlyMap<string, Grants> = new Map<string, Grants>([
  [ORCHESTRATOR, { reads: 'all', writes: ['spec', 'task-list'] }],
  ['search', { reads: ['spec'], writes: ['research'] }],
  ['architecture', { reads: ['spec', 'research'], writes: ['adr', 'task-list'] }],
  ['reasoning', { reads: ['spec', 'adr', 'task-list'], writes: ['diff'] }],
  ['implement', { reads: ['spec', 'adr', 'task-list'], writes: ['diff'] }],
  ['review', { reads: ['spec', 'diff'], writes: ['findings'] }],
]);

const NOTHING: Grants = { reads: [], writes: [] };

/** What the ordinal-th agent of a role may do. The only place where declarations and defaults meet. */
export function resolveScope(declared: DeclaredRole, ordinal: number): RoleScope {
  const { name, reads, writes, mayEdit, seesBoard } = declared;
  const byDefault = DEFAULTS.get(name) ?? NOTHING;
  return {
    role: name,
    ordinal,
    reads: reads ?? byDefault.reads,
    writes: writes ?? byDefault.writes,
    seesBoard: seesBoard || name === ORCHESTRATOR,
    mayEdit,
  };
}

/** The scope of a role and ordinal among those that are declared; undefined: it does not stand (any more). */
export function standingScope(
  roles: readonly DeclaredRole[],
  { name, ordinal }: { readonly name: string; readonly ordinal: number },
): RoleScope | undefined {
  const declared = roles.find((role) => role.name === name);
  return declared === undefined || ordinal < 1 || ordinal > declared.count
    ? undefined
    : resolveScope(declared, ordinal);
}

export const mayRead = ({ reads }: Pick<RoleScope, 'reads'>, kind: string): boolean =>
  reads === 'all' || reads.includes(kind);

export const mayWrite = ({ writes }: Pick<RoleScope, 'writes'>, kind: string): boolean => writes.includes(kind);

/** Who writes as a role: `review`, `review#2`. The same after a token is replaced. */
export const contributorOf = (role: string, ordinal: number): string => (ordinal === 1 ? role : `${role}#${ordinal}`);

/** All contributors of a goal's roles, role by role. */
export const contributorsOf = (roles: readonly DeclaredRole[]): readonly string[] =>
  roles.flatMap(({ name, count }) => Array.from({ length: count }, (_, index) => contributorOf(name, index + 1)));

/**
 * Whether each writer of a kind has a place of its own: findings always, and whatever more than one agent may write. The
 * task list is shared by design.
 */
export function hasSlots(roles: readonly DeclaredRole[], kind: string): boolean {
  if (kind === 'findings') return true;
  if (kind === 'task-list') return false;
  const writers = roles.filter((role) => mayWrite(resolveScope(role, 1), kind));
  return writers.reduce((sum, { count }) => sum + count, 0) > 1;
}
