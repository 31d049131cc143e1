/** What a board has for the caller, as `whoami` answers it. */
export interface ShownOwnBoard {
  readonly board: string | null;
  readonly unread: { readonly gists: number; readonly posts: number } | null;
  readonly my_leases: readonly {
    readonly lease: string;
    readonly resources: readonly string[];
    readonly expires_at: string;
  }[];
}

/** `Unread on main: 4 notes, 1 in the inbox.`, and what the caller holds, in its own words. */
export const ownBoardLines = ({ board, unread, my_leases }: ShownOwnBoard): readonly string[] =>
  board === null || unread === null
    ? []
    : [
        `Unread on ${board}: ${unread.gists} ${unread.gists === 1 ? 'note' : 'notes'}, ${unread.posts} in the inbox.`,
        ...my_leases.map(
          ({ lease, resources, expires_at }) =>
            `You hold ${lease} until ${expires_at.slice(0, 16).replace('T', ' ')} UTC: ${resources.join(', ')}`,
        ),
      ];
