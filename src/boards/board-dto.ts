import type { BoardDto } from './boards.dto.js';
import type { Member } from './members.repository.js';

export const boardDto = (board: {
  readonly slug: string;
  readonly head: number;
  readonly createdAtMs: number;
  readonly members: readonly Member[];
}): BoardDto => ({
  board: board.slug,
  head: board.head,
  created_at: new Date(board.createdAtMs).toISOString(),
  members: board.members.map(({ agent, source, isOwner }) => ({ agent, source, is_owner: isOwner })),
});
