import { describe, expect, it } from '@jest/globals';
import { notesOf } from './note-arguments.js';

const fact = (content: string) => ({ type: 'FACT', content });

describe('notesOf', () => {
  it.each([
    ['words of one note', ['FACT', 'it', 'rains'], [fact('it rains')]],
    ['a type and a quoted text', ['FACT', 'it rains'], [fact('it rains')]],
    ['one quoted note', ['FACT it rains'], [fact('it rains')]],
    [
      'a quoted note each',
      ['FACT it rains', 'FAIL it snows'],
      [fact('it rains'), { type: 'FAIL', content: 'it snows' }],
    ],
    ['a type in any case, for the service to judge', ['fact', 'x'], [{ type: 'fact', content: 'x' }]],
    ['spaces around', ['  FACT \t it rains'], [fact('it rains')]],
    ['line breaks inside', ['FACT it\nrains'], [fact('it\nrains')]],
    ['a type alone, for the service to refuse', ['FACT'], [fact('')]],
    ['an empty word, for the service to refuse', [''], [{ type: '', content: '' }]],
    [
      'a second note without a type, for the service to refuse',
      ['FACT a', 'b'],
      [fact('a'), { type: 'b', content: '' }],
    ],
  ])('takes %s', (_, words, notes) => {
    expect(notesOf(words)).toEqual(notes);
  });
});
