import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LabelsError, parseLabels } from './labels.js';

const upTo = (last: number, first = 1): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function errorOf(text: string): LabelsError {
  try {
    parseLabels(text);
  } catch (error) {
    if (error instanceof LabelsError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
}

describe('parseLabels', () => {
  it.each([
    ['G12', [12]],
    ['G12,G15-G18', [12, 15, 16, 17, 18]],
    ['g12 G15-g16', [12, 15, 16]],
    [' G3,\t,G1\nG2, ', [3, 1, 2]],
    ['G7-G7', [7]],
    ['G5,G3-G6,G5,G1', [5, 3, 4, 6, 1]],
    ['G9007199254740990-G9007199254740991', [9007199254740990, 9007199254740991]],
  ])('%j: in the order asked, each once', (text, seqs) => expect(parseLabels(text)).toEqual(seqs));

  it.each([
    ['', ''],
    [' , ', ''],
    ['12', '12'],
    ['G0', 'G0'],
    ['G1,G02', 'G02'],
    ['G1,x,y', 'x'],
    ['G18-G15', 'G18-G15'],
    ['G15-18', 'G15-18'],
    ['G15-', 'G15-'],
    ['-G15', '-G15'],
    ['G1-G2-G3', 'G1-G2-G3'],
    ['G1-G2-G3-G4', 'G1-G2-G3-G4'],
    ['G15 - G18', '-'],
    ['G15;G18', 'G15;G18'],
    ['G9007199254740992', 'G9007199254740992'],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(41), `${'x'.repeat(39)}\u2026`],
  ])('%j is malformed, and the label is named', (text, label) => {
    expect(errorOf(text)).toMatchObject({ code: 'malformed', label });
  });

  it('50 labels are read, 51 refused', () => {
    expect(parseLabels('G1-G50')).toEqual(upTo(50));
    expect(parseLabels(`G1-G49 G99 G1-G49`)).toEqual([...upTo(49), 99]);
    expect(errorOf('G1-G51')).toMatchObject({ code: 'too_many', label: 'G1-G51' });
    expect(errorOf('G1-G50,G51')).toMatchObject({ code: 'too_many', label: 'G51' });
    expect(errorOf('G1-G30,G21-G51')).toMatchObject({ code: 'too_many', label: 'G21-G51' });
  });

  it('a huge range is refused without being walked', () => {
    expect(errorOf('G1-G9007199254740991')).toMatchObject({ code: 'too_many', label: 'G1-G9007199254740991' });
  });

  it('the message says what to write', () => {
    expect(errorOf('G1,12').message).toBe('"12" is no label: write G41, or a range such as G15-G18');
    expect(errorOf('G1-G99').message).toBe('at most 50 labels at once; "G1-G99" goes over that');
  });

  it('any text is read, each label once and at most 50, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'Gg0123456789,- ') }), (text) => {
        try {
          const seqs = parseLabels(text);
          expect(new Set(seqs).size).toBe(seqs.length);
          expect(seqs.length).toBeLessThanOrEqual(50);
        } catch (error) {
          if (!(error instanceof LabelsError)) throw error;
        }
      }),
    );
  });
});
