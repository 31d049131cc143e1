import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../../kernel/problem.js';
import { checkGoal, type GoalDraft, type RoleDraft } from './check-goal.js';

const LEADER: RoleDraft = { name: 'orchestrator' };
const goalOf = (...roles: readonly RoleDraft[]): GoalDraft => ({ goal: 'g', roles: [LEADER, ...roles] });
const many = (count: number, each: number): readonly RoleDraft[] =>
  Array.from({ length: count }, (_, index) => ({ name: `r${index}`, count: each }));

/** `code path` of what it is refused for. */
function refusal(draft: GoalDraft): string {
  try {
    checkGoal(draft);
    return 'taken';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.code} ${error.extras.errors?.[0]?.path ?? ''}`;
  }
}

describe('a goal is taken', () => {
  it.each<[string, GoalDraft]>([
    ['with an orchestrator alone', goalOf()],
    ['of 8,192 characters', { ...goalOf(), goal: '😀'.repeat(8_192) }],
    ['with 16 roles of 12 agents beside the orchestrator', goalOf(...many(12, 1))],
    ['with 12 agents in two roles', goalOf({ name: 'a', count: 8 }, { name: 'b', count: 4 })],
    ['with a name of 32 characters', goalOf({ name: `a${'-'.repeat(31)}` })],
    ['with a purpose of 500 characters', goalOf({ name: 'a', purpose: 'p'.repeat(500) })],
    ['with kinds of its own', goalOf({ name: 'a', reads: ['extra/api'], writes: ['extra/api', 'diff'] })],
  ])('%s', (_, draft) => {
    expect(refusal(draft)).toBe('taken');
  });

  it('as it is kept: an absent list stays absent, an empty one empty, and each kind is there once', () => {
    const { goal, roles } = checkGoal({
      goal: '  two\r\nlines \n',
      roles: [
        LEADER,
        { name: 'a', count: 2, reads: [], writes: ['diff', 'diff'], purpose: ' p  q ', may_edit: true, board: true },
      ],
    });
    expect(goal).toBe('two\nlines');
    expect(roles).toEqual([
      { name: 'orchestrator', count: 1, mayEdit: false, seesBoard: false },
      { name: 'a', count: 2, reads: [], writes: ['diff'], purpose: 'p q', mayEdit: true, seesBoard: true },
    ]);
  });
});

describe('a goal is refused', () => {
  it.each<[string, GoalDraft, string]>([
    ['that is empty', { ...goalOf(), goal: ' \n ' }, 'bad_request goal'],
    ['of 8,193 characters', { ...goalOf(), goal: 'g'.repeat(8_193) }, 'bad_request goal'],
    ['without roles', { goal: 'g', roles: [] }, 'bad_request roles'],
    ['with 17 roles', goalOf(...many(16, 1)), 'bad_request roles'],
    [
      'with 13 agents beside the orchestrator',
      goalOf({ name: 'a', count: 8 }, { name: 'b', count: 5 }),
      'bad_request roles',
    ],
    ['without an orchestrator', { goal: 'g', roles: [{ name: 'review' }] }, 'bad_request roles'],
    ['with two orchestrators', { goal: 'g', roles: [{ name: 'orchestrator', count: 2 }] }, 'bad_request roles.0.count'],
    ['with a role that stands there twice', goalOf(LEADER), 'bad_request roles.1.name'],
    ['with no agent of a role', goalOf({ name: 'a', count: 0 }), 'bad_request roles.1.count'],
    ['with nine agents of a role', goalOf({ name: 'a', count: 9 }), 'bad_request roles.1.count'],
    ['with half an agent', goalOf({ name: 'a', count: 1.5 }), 'bad_request roles.1.count'],
    ['with a name in capitals', goalOf({ name: 'Review' }), 'bad_request roles.1.name'],
    ['with an ordinal in a name', goalOf({ name: 'review#2' }), 'bad_request roles.1.name'],
    ['with a name of 33 characters', goalOf({ name: 'a'.repeat(33) }), 'bad_request roles.1.name'],
    ['with a reserved name', goalOf({ name: 'all' }), 'already_exists roles.1.name'],
    [
      'with a purpose of 501 characters',
      goalOf({ name: 'a', purpose: 'p'.repeat(501) }),
      'bad_request roles.1.purpose',
    ],
    ['with a bad kind to read', goalOf({ name: 'a', reads: ['spec', 'Spec'] }), 'invalid_kind roles.1.reads.1'],
    ['with a bad kind to write', goalOf({ name: 'a', writes: ['extra/'] }), 'invalid_kind roles.1.writes.0'],
    [
      'with 51 kinds',
      goalOf({ name: 'a', reads: Array.from({ length: 51 }, () => 'spec') }),
      'bad_request roles.1.reads',
    ],
  ])('%s', (_, draft, expected) => {
    expect(refusal(draft)).toBe(expected);
  });

  it('for a bad kind by the role, the list and the kinds that there are', () => {
    expect(() => checkGoal(goalOf({ name: 'a', reads: ['findings '] }))).toThrow(
      'role a, reads: "findings " is no kind of artifact. Kinds are spec, research, adr, task-list, diff, findings, or extra/',
    );
  });
});
