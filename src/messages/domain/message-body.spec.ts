import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../kernel/problem.js';
import { MAX_BODY, messageText } from './message-body.js';

const refusalOf = (text: string): unknown => {
  try {
    return messageText(text);
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
};

describe('messageText', () => {
  it.each([
    ['is kept', 'Is G41 true?', 'Is G41 true?'],
    ['keeps line breaks, all of one kind', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['loses white space at its ends alone', ' \n a  b \n', 'a  b'],
    ['loses what is invisible', 'a\u200Bb\u202Ec\u0007', 'abc'],
    ['is composed', 'e\u0301', 'é'],
    ['loses half characters', 'a\uD800b', 'a\uFFFDb'],
  ])('a text %s', (_, text, kept) => {
    expect(messageText(text)).toBe(kept);
  });

  it('redacts secrets', () => {
    expect(messageText(`the key is AKIA${'ABCDEFGHIJKLMNOP'}`)).toBe('the key is [redacted:aws-key]');
  });

  it.each(['', '   \n', '\u200B'])('refuses an empty text: %j', (text) => {
    expect(refusalOf(text)).toBe('bad_request');
  });

  it.each(['x', '😀'])('takes 4,000 code points and refuses 4,001, counted after normalising: %s', (letter) => {
    expect(messageText(letter.repeat(MAX_BODY))).toBe(letter.repeat(4_000));
    expect(messageText(`${letter.repeat(MAX_BODY)} \u200B\n`)).toBe(letter.repeat(4_000));
    expect(refusalOf(letter.repeat(4_001))).toBe('too_large');
  });
});
