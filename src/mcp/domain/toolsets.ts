/** Groups of tools that a connection may ask for. */
export const TOOLSETS = ['board', 'core'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** `board,core` -> the toolsets; absent: all that are given unless a connection asks for others. */
export const toolsetsOf = (list: string | undefined): readonly Toolset[] =>
  list === undefined ? TOOLSETS : TOOLSETS.filter((toolset) => list.split(',').includes(toolset));
