import { describe, expect, it } from '@jest/globals';
import { colourLines, hasColours } from './output.js';

const escape = (text: string): string => text.replaceAll('\u001b', 'ESC');

describe('colourLines', () => {
  it.each([
    ['G1 FACT alice it rains', 'ESC[1mG1ESC[22mESC[36m FACTESC[39m alice it rains'],
    ['G1⊕ PATCH_SUMMARY x', 'ESC[1mG1⊕ESC[22mESC[36m PATCH_SUMMARYESC[39m x'],
    ['a\nG7 message bob', 'a\nESC[1mG7ESC[22m message bob'],
    ['  G1 FACT quoted', '  G1 FACT quoted'],
    ['no label', 'no label'],
  ])('%j', (text, coloured) => {
    expect(escape(colourLines(text))).toBe(coloured);
  });
});

describe('hasColours', () => {
  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('is so on a terminal (%s) that has them and may (%s): %s', (isTTY, may, expected) => {
    expect(hasColours({ isTTY, hasColors: () => may })).toBe(expected);
  });
});
