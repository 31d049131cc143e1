import { describe, expect, it } from '@jest/globals';
import type { AgentName } from '../../kernel/ids.js';
import { laneFault } from './lane-fault.js';

const of = (kind: string, slot: string, author = 'review#2') => ({
  kind,
  slot,
  author: author as AgentName,
  role: 'review',
  ordinal: 2,
});

describe('a version that no role can have written', () => {
  it.each([
    [of('findings', 'review#2'), [], undefined],
    [of('findings', ''), [], 'has no slot of its author'],
    [of('findings', 'review'), [], "has a slot that is not its author's"],
    [of('findings', 'review#2', 'review'), [], 'is by review, and not by review#2'],
    [of('task-list', ''), ['diff w'], undefined],
    [of('task-list', 'review#2'), [], 'has a slot, and the task list has none'],
    [of('diff', 'review#2'), ['diff w', 'diffs '], undefined],
    [of('diff', ''), ['diff ', 'spec w'], undefined],
    [of('diff', 'review#2'), ['diff '], 'has a slot where others of its kind have none, or the other way round'],
    [of('diff', ''), ['diff w'], 'has a slot where others of its kind have none, or the other way round'],
  ])('%j beside %j', (version, lanes, fault) => {
    expect(laneFault(version, lanes)).toBe(fault);
  });
});
