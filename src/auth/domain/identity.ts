import type { AgentName, WorkspaceId } from '../../kernel/ids.js';

/** Who is calling, as their credential says; never from a request's body. */
export interface Identity {
  readonly workspaceId: WorkspaceId;
  readonly agent: AgentName;
  /** An operator may use all boards of its workspace and administer them. */
  readonly kind: 'operator' | 'member';
  /** Names of the boards that the token opens, of those that its agent may use; absent: all of them. */
  readonly boards?: readonly string[];
  /** Absent: a bare name called, or the operator's token of the environment. */
  readonly tokenId?: number;
}

export const isOperator = (identity: Identity): boolean => identity.kind === 'operator';

/** Whether the credential opens the board at all; that its agent may use it is another question. */
export const opens = ({ boards }: Pick<Identity, 'boards'>, board: string): boolean =>
  boards === undefined || boards.includes(board);
