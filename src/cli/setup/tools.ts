/** The tools that only read; as tools.json marks them. */
export const READ_TOOLS = [
  'board_read',
  'board_grep',
  'board_unfold',
  'inbox',
  'whoami',
  'guide',
  'facts',
  'plan',
  'tasks',
  'roster',
  'wait',
  'files',
  'artifact_index',
  'artifact_read',
  'artifact_read_all',
] as const;

/** The tools that write. */
export const WRITE_TOOLS = [
  'board_write',
  'board_release',
  'claim',
  'release',
  'post',
  'set_fact',
  'propose',
  'confirm',
  'upload',
  'download',
] as const;

/** Hands work over under a role's name: whoever runs the agent approves it by hand, or in a line of their own. */
export const NEVER_APPROVED_TOOLS = ['artifact_write'] as const;
