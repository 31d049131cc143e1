/** The exact call of a tool, as a result tells it: `board_grep {"q":"deadlock","before":"G12"}`. */
export const callText = (tool: string, args: Readonly<Record<string, unknown>>): string =>
  `${tool} ${JSON.stringify(args)}`;

/** What is said of an entry whose text was too long to stand whole, and the call that gets all of it. */
export const cutText = ({ board }: { readonly board?: string }, label: string): string =>
  `${label} is cut: ${callText('board_unfold', { ...(board === undefined ? {} : { board }), labels: label })}`;
