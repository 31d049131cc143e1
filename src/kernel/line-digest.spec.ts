import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { digestWith, NO_LINES } from './line-digest.js';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

it('the digest of lines is that of the digest before and the next line', () => {
  const one = digestWith(NO_LINES, 'one');
  expect(one).toBe(sha256('one'));
  expect(digestWith(one, 'zwö')).toBe(sha256(`${sha256('one')}zwö`));
});

it('lines that are parted elsewhere or turned round have another digest', () => {
  const digests = [['ab', 'c'], ['a', 'bc'], ['c', 'ab'], ['abc']].map((lines) => lines.reduce(digestWith, NO_LINES));
  expect(new Set(digests).size).toBe(4);
});
