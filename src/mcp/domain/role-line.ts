/** The role of a caller, as `whoami` tells it. */
export interface OwnRole {
  readonly name: string;
  readonly ordinal: number;
  /** `*`: every kind. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly may_edit: boolean;
}

/** None for members and operators. */
export const roleLines = (role: OwnRole | undefined): readonly string[] =>
  role === undefined
    ? []
    : [
        `Your role is ${role.name} (${role.ordinal}): reads ${listed(role.reads)}; writes ${listed(role.writes)}; ${role.may_edit ? 'may' : 'may not'} change files.`,
      ];

const listed = (kinds: readonly string[]): string => (kinds.length === 0 ? 'nothing' : kinds.join(', '));
