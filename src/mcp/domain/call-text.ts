/** The exact call of a tool, as a result tells it: `board_grep {"q":"deadlock","before":"G12"}`. */
export const callText = (tool: string, args: Readonly<Record<string, unknown>>): string =>
  `${tool} ${JSON.stringify(args)}`;
