import { describe, expect, it } from '@jest/globals';
import { isProblem, problemText } from './problem.js';

const PROBLEM = {
  type: 'urn:gistboard:problem:bad_request',
  title: 'The request is malformed',
  status: 400,
  detail: 'to: must be an agent name',
  instance: '/board/main/messages',
  code: 'bad_request' as const,
  requestId: 'r1',
};

describe('problemText', () => {
  it.each([
    [{}, 'Refused (bad_request): to: must be an agent name'],
    [
      { code: 'bad_query' as const, detail: 'q: column 3: expected a term', caret: 'a &\n  ^' },
      'Refused (bad_query): q: column 3: expected a term\n  a &\n    ^',
    ],
    [
      {
        errors: [
          { path: 'to', message: 'must be an agent name' },
          { path: 'body', message: 'must be text' },
        ],
      },
      'Refused (bad_request): to: must be an agent name\n  body: must be text',
    ],
    [
      { code: 'unknown_agent' as const, detail: 'no bob' },
      'Refused (unknown_agent): no bob\nHere: gistboard board members add NAME',
    ],
    [
      { code: 'unavailable' as const, status: 503, detail: 'away' },
      'Refused (unavailable): away\nThe log of the service says more of request r1.',
    ],
  ])('%j', (more, text) => {
    expect(problemText({ ...PROBLEM, ...more })).toBe(text);
  });
});

describe('isProblem', () => {
  it.each([
    [PROBLEM, true],
    [{ code: 1, detail: 'x' }, false],
    [{ code: 'x' }, false],
    ['<html>', false],
    [null, false],
    [undefined, false],
  ])('%j: %s', (value, expected) => {
    expect(isProblem(value)).toBe(expected);
  });
});
