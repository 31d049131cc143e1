/** Groups of tools that a connection may ask for. */
export const TOOLSETS = ['board', 'core', 'coordination', 'artifacts'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** What a connection gets that asks for none: each tool costs its reader tokens. */
export const DEFAULT_TOOLSETS: readonly Toolset[] = ['board', 'core'];

/** `board,core` -> the toolsets; absent: the default ones, and all for a role, whose scope says what it needs. */
export const toolsetsOf = (list: string | undefined, hasRole: boolean): readonly Toolset[] =>
  list === undefined
    ? hasRole
      ? TOOLSETS
      : DEFAULT_TOOLSETS
    : TOOLSETS.filter((toolset) => list.split(',').includes(toolset));
