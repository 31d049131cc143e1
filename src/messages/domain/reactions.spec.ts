import { describe, expect, it } from '@jest/globals';
import { agent } from '../../../test/factories/gists.js';
import { foldReactions, isEmoji, type Reaction } from './reactions.js';

describe('isEmoji', () => {
  it.each(['👍', '❤️', '👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', '1️⃣', '✅'])('%s is one', (text) => {
    expect(isEmoji(text)).toBe(true);
  });

  it.each(['', 'a', '1', '👍👍', '👍 ', ' 👍', 'ok👍', '<b>', `👍${'\u200D👍'.repeat(20)}`])('%j is none', (text) => {
    expect(isEmoji(text)).toBe(false);
  });
});

describe('foldReactions', () => {
  const change = (type: 'added' | 'removed', by: string, content: string) => ({ type, author: agent(by), content });
  const added = (by: string, emoji: string) => change('added', by, emoji);
  const removed = (by: string, emoji: string) => change('removed', by, emoji);

  it.each<[string, Parameters<typeof foldReactions>[0], readonly { emoji: string; agents: string[] }[]]>([
    ['none', [], []],
    [
      'two of one kind, the first one first',
      [added('bob', '👍'), added('al', '👍')],
      [{ emoji: '👍', agents: ['bob', 'al'] }],
    ],
    ['taken back', [added('bob', '👍'), removed('bob', '👍')], []],
    [
      'one of two taken back',
      [added('bob', '👍'), added('al', '👍'), removed('bob', '👍')],
      [{ emoji: '👍', agents: ['al'] }],
    ],
    [
      'set again stands last',
      [added('bob', '👍'), added('al', '👍'), removed('bob', '👍'), added('bob', '👍')],
      [{ emoji: '👍', agents: ['al', 'bob'] }],
    ],
    [
      'another kind stays',
      [added('bob', '👍'), added('bob', '✅'), removed('bob', '👍')],
      [{ emoji: '✅', agents: ['bob'] }],
    ],
    ['added twice counts once', [added('bob', '👍'), added('bob', '👍')], [{ emoji: '👍', agents: ['bob'] }]],
    ['removed without being there', [removed('bob', '👍')], []],
  ])('%s', (_, entries, standing) => {
    expect(foldReactions(entries)).toEqual(standing as unknown as readonly Reaction[]);
  });
});
