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
