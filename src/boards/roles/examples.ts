const SCOPE = { reads: ['spec', 'diff'], writes: ['findings'], may_edit: false, sees_board: false };
const TEXTS = { purpose: null, backend: null, model: null };

/** A goal as the documentation shows it. */
export const GOAL = {
  board: 'main',
  head: 57,
  goal: 'Retries with a cap in the client',
  state: 'open',
  declared: 'G12',
  closed_at: null,
  roles: [
    {
      name: 'orchestrator',
      count: 1,
      contributors: ['orchestrator'],
      ...{ reads: ['*'], writes: ['spec', 'task-list'], may_edit: false, sees_board: true },
      ...TEXTS,
    },
    { name: 'review', count: 2, contributors: ['review', 'review#2'], ...SCOPE, ...TEXTS },
  ],
};

export const BRIEF = {
  board: 'main',
  role: 'review',
  contributor: 'review#2',
  goal: GOAL.goal,
  purpose: null,
  ...SCOPE,
  tools: ['guide', 'whoami', 'inbox', 'wait', 'artifact_index', 'artifact_read', 'artifact_read_all', 'artifact_write'],
  text: 'You are review#2, with the role review of a goal:\n| Retries with a cap in the client\n...',
};
