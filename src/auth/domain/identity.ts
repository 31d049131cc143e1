import type { AgentName, WorkspaceId } from '../../kernel/ids.js';

/** Who is calling, as their credential says; never from a request's body. */
export interface Identity {
  readonly workspaceId: WorkspaceId;
  readonly agent: AgentName;
  /** An operator may use all boards of its workspace and administer them. */
  readonly kind: 'operator' | 'member';
}

export const isOperator = (identity: Identity): boolean => identity.kind === 'operator';
