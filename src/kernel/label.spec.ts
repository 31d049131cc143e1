import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { labelOf, seqOfLabel, seqOfPosition } from './label.js';

const LARGEST = Number.MAX_SAFE_INTEGER;
const seqs = fc.integer({ min: 1, max: LARGEST });

describe('labels', () => {
  it.each([
    ['G1', 1],
    ['G41', 41],
    ['g41', 41],
    [`G${LARGEST}`, LARGEST],
  ])('%j names a seq', (label, seq) => expect(seqOfLabel(label)).toBe(seq));

  it.each([
    ...['', 'G', '41', 'G0', 'G041', 'G-1', 'G+1', 'G1.0', 'G1e3', 'GG1', 'H1'],
    ...[' G1', 'G1 ', 'G1\n', 'G 1', 'G1,', '[G1]', 'G\u0661', '\uFF271'],
    ...['G9007199254740992', 'G99999999999999999'],
  ])('%j is no label', (text) => expect(seqOfLabel(text)).toBeUndefined());

  it('a label read in either case is the seq that it was made of', () => {
    fc.assert(
      fc.property(seqs, (seq) => seqOfLabel(labelOf(seq)) === seq && seqOfLabel(labelOf(seq).toLowerCase()) === seq),
    );
  });
});

describe('positions', () => {
  it.each([
    ['G41', 41],
    ['g41', 41],
    ['41', 41],
    ['1', 1],
    ['0', 0],
    [String(LARGEST), LARGEST],
  ])('%j is a position, as label or number', (text, seq) => expect(seqOfPosition(text)).toBe(seq));

  it.each(['', 'G0', '00', '041', '-1', '+1', '1.5', '1e2', ' 5', '5 ', '9007199254740992', 'x41'])(
    '%j is no position',
    (text) => expect(seqOfPosition(text)).toBeUndefined(),
  );
});
