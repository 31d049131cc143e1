import { describe, expect, it } from '@jest/globals';
import { badRequest, Problem } from '../../kernel/problem.js';
import { noBoardChosen } from './board-choice.js';
import { tokensOf } from './budget.js';
import { GUIDE, INSTRUCTIONS } from './guide.js';
import { problemText } from './problem-text.js';
import { toolsetsOf } from './toolsets.js';
import { writeLines } from './write-lines.js';

describe('a refusal as text', () => {
  const text = (problem: Problem): string => problemText(problem, 'request-1');

  it('names its code, the place and what to do, once', () => {
    expect(text(badRequest('notes.0.content', 'must be a string'))).toBe(
      'bad_request: notes.0.content: must be a string',
    );
  });

  it('lists further places, at most 20', () => {
    const errors = Array.from({ length: 23 }, (_, index) => ({ path: `notes.${index}`, message: 'is wrong' }));
    const lines = text(new Problem('nothing_admitted', 'No note was admitted.', { errors })).split('\n');
    expect(lines).toHaveLength(22);
    expect([lines[1], lines[20], lines[21]]).toEqual(['- notes.0: is wrong', '- notes.19: is wrong', '- and 3 more']);
  });

  it('says when to try again', () => {
    expect(text(new Problem('overloaded', 'Too much to do.', { retryAfterS: 2 }))).toBe(
      'overloaded: Too much to do.\nTry again in 2 s.',
    );
  });

  it('points at the place in a query', () => {
    const members = { caret: '(a\n  ^' };
    expect(text(new Problem('bad_query', 'q: expected ")"', { members }))).toBe('bad_query: q: expected ")"\n(a\n  ^');
  });

  it('of what nobody foresaw holds the id of the request, and no cause', () => {
    const cause = new Error('internal secret');
    expect(text(new Problem('internal', 'An unforeseen error.', { cause }))).toBe(
      'internal: An unforeseen error.\nrequestId request-1',
    );
  });
});

describe('the answer to a write', () => {
  it('has a line for each note', () => {
    const results = [
      { index: 0, status: 'admitted', label: 'G5', truncated: true, warnings: ['files is missing.'] },
      { index: 1, status: 'rejected', code: 'empty', message: 'Write something.' },
      { index: 2, status: 'admitted', label: 'G6', overlaps: ['G1', 'G3'] },
    ];
    expect(writeLines({ board: 'main', head: 6, results, skipped: 2 })).toEqual([
      'main: 2 of 3 notes written, head 6, 2 headings or blank lines skipped.',
      'notes.0 is G5. Cut; the whole text is its detail. files is missing.',
      'notes.1 rejected (empty): Write something.',
      'notes.2 is G6. Others claim the same: look before you go on: board_unfold {"labels":"G1,G3"}',
    ]);
  });
});

describe('a call that names no board', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `b${index}`);

  it.each([
    [0, 'not_found', /^You may use no board yet/],
    [2, 'bad_request', /^board: name one of your boards: b0, b1$/],
    [22, 'bad_request', /b19 and 2 more$/],
  ])('is told what it may name, of %i', (count, code, detail) => {
    expect(noBoardChosen(names(count))).toMatchObject({ code, detail: expect.stringMatching(detail) });
  });
});

describe('toolsets', () => {
  it.each([
    [undefined, ['board', 'core']],
    ['board', ['board']],
    ['coordination,board', ['board', 'coordination']],
    ['core,board', ['board', 'core']],
    ['core,core', ['core']],
    ['coordination,board', ['board', 'coordination']],
  ])('of %j are those that were asked for', (list, toolsets) => {
    expect(toolsetsOf(list, false)).toEqual(toolsets);
  });
});

describe('what every session costs', () => {
  it('is at most 300 tokens of instructions, and 900 for who reads the guide', () => {
    expect(tokensOf(INSTRUCTIONS)).toBeLessThanOrEqual(300);
    expect(tokensOf(GUIDE)).toBeLessThanOrEqual(900);
  });
});
