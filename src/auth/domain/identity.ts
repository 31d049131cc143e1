import type { AgentName, WorkspaceId } from '../../kernel/ids.js';

/** Which agent of a goal's role a token stands for: `review`, 2. */
export interface RoleSeat {
  readonly name: string;
  /** 1 to the role's count. */
  readonly ordinal: number;
}

/** Who is calling, as their credential says; never from a request's body. */
export interface Identity {
  readonly workspaceId: WorkspaceId;
  readonly agent: AgentName;
  /**
   * An operator may use all boards of its workspace and administer them. A role has one board, and of that no more than
   * its goal grants.
   */
  readonly kind: 'operator' | 'member' | 'role';
  /** Of kind `role`, and of no other. */
  readonly role?: RoleSeat;
  /** Names of the boards that the token opens, of those that its agent may use; absent: all of them. */
  readonly boards?: readonly string[];
  /** Absent: a bare name called, or the operator's token of the environment. */
  readonly tokenId?: number;
}

export const isOperator = (identity: Identity): boolean => identity.kind === 'operator';

/** Whether the credential opens the board at all; that its agent may use it is another question. */
export const opens = ({ boards }: Pick<Identity, 'boards'>, board: string): boolean =>
  boards === undefined || boards.includes(board);
