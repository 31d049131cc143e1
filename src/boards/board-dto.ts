import type { BoardDto } from './boards.dto.js';
import type { Member } from './members.repository.js';

const MOST_MEMBERS = 1_000;

/** A board with the first 1,000 of the members given, which are by key. */
export function boardDto(board: {
  readonly slug: string;
  readonly head: number;
  readonly createdAtMs: number;
  readonly members: readonly Member[];
}): BoardDto {
  const shown = board.members.slice(0, MOST_MEMBERS);
  const last = shown.at(-1)?.agentKey;
  return {
    board: board.slug,
    head: board.head,
    created_at: new Date(board.createdAtMs).toISOString(),
    members: shown.map(({ agent, source, isOwner }) => ({ agent, source, is_owner: isOwner })),
    ...(last === undefined || shown.length === board.members.length ? {} : { next_members_after: last }),
  };
}
