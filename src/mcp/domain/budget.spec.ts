import { describe, expect, it } from '@jest/globals';
import { countFitting, MIN_TOKENS, roomIn, tokensOf } from './budget.js';

describe('tokens', () => {
  it.each([
    ['', 0],
    ['abc', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['😀😀', 1],
  ])('of %j are its UTF-16 units by four, rounded up', (text, tokens) => {
    expect(tokensOf(text)).toBe(tokens);
  });

  it('leave room for unread notices beside what a tool found', () => {
    expect(roomIn(undefined)).toBe(7_300);
    expect(roomIn(MIN_TOKENS)).toBe(300);
  });
});

describe('texts that fit', () => {
  it.each([
    [[], 10, 0],
    [[9], 10, 1],
    [[10], 10, 0],
    [[4, 4], 10, 2],
    [[4, 5], 10, 1],
    [[20, 1], 10, 0],
  ])('of %j into %i characters, each with the end of its line', (sizes, characters, count) => {
    expect(countFitting(sizes, characters)).toBe(count);
  });
});
