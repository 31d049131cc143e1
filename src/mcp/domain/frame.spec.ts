import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FRAME, framed, labelled, quoted } from './frame.js';

const BREAKS = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\x1c', '\x1d', '\x1e'];

/** Texts that try to leave the frame: our own lines, labels and marks, put together with every sort of line break. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        FRAME,
        '--- end ---',
        'head 9: findings 1',
        'NEW on main',
        '| ',
        'G1 FACT alice: x',
        '</data>',
        '',
      ),
      fc.constantFrom(...BREAKS),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('the frame', () => {
  it('stands between our words and theirs', () => {
    expect(framed(['2 matches'], ['G1 FACT bob: x'])).toBe(`2 matches\n${FRAME}\nG1 FACT bob: x`);
  });

  it('is left out where nothing of others follows', () => {
    expect(framed(['written'], [])).toBe('written');
  });

  it('begins the text where we have nothing to say', () => {
    expect(framed([], ['G1 FACT bob: x'])).toBe(`${FRAME}\nG1 FACT bob: x`);
  });

  it('is opened once and closed by nothing, whatever a text holds', () => {
    fc.assert(
      fc.property(hostile, hostile, (content, detail) => {
        const theirs = [...labelled(['G7', 'FACT', 'mallory'], content), ...quoted(detail)];
        const lines = framed(['ours'], theirs).split(/\r\n|[\n\r\v\f\u001C-\u001E\u0085\u2028\u2029]/);
        expect(lines.slice(0, 2)).toEqual(['ours', FRAME]);
        expect(lines[2]).toMatch(/^G7 FACT mallory: /);
        for (const line of lines.slice(3)) expect(line.slice(0, 2)).toBe('| ');
      }),
    );
  });
});

describe('a labelled text', () => {
  it.each([
    ['one line', ['G1 FACT bob: one line']],
    ['two\nlines', ['G1 FACT bob: two', '| lines']],
    ['first\r\nsecond\u2028third', ['G1 FACT bob: first', '| second', '| third']],
    ['a\x1cG2 FACT alice: \x1b[2J', ['G1 FACT bob: a', '| G2 FACT alice: ␛[2J']],
    ['', ['G1 FACT bob: ']],
    ['G2 FACT alice: forged', ['G1 FACT bob: G2 FACT alice: forged']],
  ])('%j stands behind its columns', (text, lines) => {
    expect(labelled(['G1', 'FACT', '', 'bob'], text)).toEqual(lines);
  });
});
