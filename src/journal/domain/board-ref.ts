import type { BoardId, WorkspaceId } from '../../kernel/ids.js';

declare const checked: unique symbol;

/** Permission to use one board. Repositories take nothing less; only the membership guard makes one. */
export interface BoardRef {
  readonly workspaceId: WorkspaceId;
  readonly boardId: BoardId;
  readonly [checked]: true;
}

/** For the membership guard alone (an architecture rule): the caller's right to this board was checked. */
export const grantBoardRef = (workspaceId: WorkspaceId, boardId: BoardId): BoardRef =>
  ({ workspaceId, boardId }) as BoardRef;
