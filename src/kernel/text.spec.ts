import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  SEARCH_TEXT_LIMIT,
  capText,
  codePointCount,
  cutCodePoints,
  fold,
  foldSpaces,
  normaliseBlock,
  normaliseLine,
  searchText,
} from './text.js';

const LAST_CODE_POINT = 0x10ffff;
const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
const named = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The code points, surrogates aside, for which the rule does not hold. */
function codePointsThatBreak(holds: (char: string) => boolean): readonly string[] {
  const broken: string[] = [];
  for (let code = 0; code <= LAST_CODE_POINT; code += 1)
    if (!isSurrogate(code) && !holds(String.fromCodePoint(code))) broken.push(named(code));
  return broken;
}

/** Text in which what folding and normalising care about is frequent. */
const nastyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(...' \n\r\t\v\f\0aeEiIsS', '\u0301', '\u0307', '\u0323', '\u0345', '\u00E9', '\u0130', '\u1E9E'),
    fc.constantFrom('\u03A3', '\u03C2', '\u0085', '\u00A0', '\u00AD', '\u200B', '\u200C', '\u200D', '\u2028', '\u202E'),
    fc.constantFrom('\uFEFF', '\uD83D', '\uDE00', '\uFB03', FAMILY, '\u{1F600}'),
  ),
  maxLength: 30,
});

describe('a letter with a pile of marks', () => {
  const pile = 'a' + '\u0301\u0323\u0345'.repeat(100_000);

  it('keeps 30 of them, and costs no more than its length', () => {
    for (const normalise of [normaliseLine, normaliseBlock]) {
      expect(normalise(pile)).toBe(normalise(pile.slice(0, 31)));
      expect(normalise(`a${'\u0301'.repeat(31)}b`)).toBe(normalise(`a${'\u0301'.repeat(30)}b`));
    }
    expect(fold(pile)).toBe(fold(pile.slice(0, 31)));
  });
});

describe('printable ASCII', () => {
  const plain = fc.string({ unit: fc.constantFrom(...range(0x20, 0x7e).map((code) => String.fromCharCode(code))) });

  it('is folded and normalised as beside other letters, whichever way it goes', () => {
    // The accent takes the long way, and changes nothing of what stands behind the word that it is in.
    const long = (change: (text: string) => string, text: string): string => change(`\u00E9| ${text}`).slice(2).trim();
    for (const change of [fold, normaliseLine])
      fc.assert(fc.property(plain, (text) => change(text) === long(change, text)));
    fc.assert(fc.property(plain, (text) => normaliseBlock(text) === normaliseBlock(`\u00E9${text}`).slice(1)));
  });
});

describe('fold', () => {
  it('every code point: the fold of the fold, of the upper and of the lower case is the fold', () => {
    const isLawful = (char: string): boolean => {
      const folded = fold(char);
      const others = [folded, char.toUpperCase(), char.toLowerCase()].filter((other) => other !== char);
      return others.every((other) => fold(other) === folded);
    };
    expect(codePointsThatBreak(isLawful)).toEqual([]);
  });

  it('any text: the fold of the fold is the fold', () => {
    fc.assert(fc.property(nastyText, (text) => fold(fold(text)) === fold(text)));
  });

  it('any text: a copy from before normalisation folds as its normal form does, control characters aside', () => {
    const withoutControls = nastyText.map((text) => text.replace(/[\0-\u0008\u000E-\u001F\u007F-\u009F]/g, ''));
    fc.assert(fc.property(withoutControls, (text) => fold(normaliseLine(text)) === fold(text)));
  });

  it.each([
    ['stra\u00DFe', 'strasse'],
    ['STRA\u1E9EE', 'strasse'],
    ['STRASSE', 'strasse'],
    ['\u039F\u0394\u039F\u03A3', '\u03BF\u03B4\u03BF\u03C3'],
    ['\u03BF\u03B4\u03BF\u03C2', '\u03BF\u03B4\u03BF\u03C3'],
    ['\u00E9', '\u00E9'],
    ['e\u0301', '\u00E9'],
    ['E\u200B\u0301', '\u00E9'],
    ['\u0130', 'i\u0307'],
    ['I', 'i'],
    ['\uFF21\uFB03\u2460', 'affi1'],
    ['a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf\u00ADg\u200Eh\u202Ei', 'abcdefghi'],
    ['\t a \u00A0\u2003\r\n b\u2028', 'a b'],
    ['\uD83Dx', '\uFFFDx'],
    [' \u200B ', ''],
  ])('%j folds to %j', (text, folded) => expect(fold(text)).toBe(folded));

  it.each([
    ['\u00DF', 'STRASSE'],
    ['\u1E9E', 'STRASSE'],
    ['STRASSE', 'Stra\u00DFe'],
    ['\u039F\u0394\u039F\u03A3', '\u03BF\u03B4\u03BF\u03C3\u03B7\u03BC\u03B1'],
    ['\u03C3', '\u03BF\u03B4\u03BF\u03C2'],
    ['\u00E9', 'cafe\u0301'],
    ['e\u0301', 'caf\u00E9'],
  ])('%j is found in %j', (term, text) => expect(fold(text)).toContain(fold(term)));

  it('a lone combining mark is not found in the letter that it joined', () => {
    expect(fold('cafe\u0301')).not.toContain(fold('\u0301'));
  });

  it('the searched text is cut after folding, which may lengthen', () => {
    expect(searchText('\u00DF'.repeat(SEARCH_TEXT_LIMIT))).toBe('s'.repeat(SEARCH_TEXT_LIMIT));
    expect(searchText('\u{1F600}'.repeat(SEARCH_TEXT_LIMIT))).toBe('\u{1F600}'.repeat(SEARCH_TEXT_LIMIT));
  });
});

// Each class that a line loses, and of each every member.
const DROPPED: readonly (readonly [name: string, codes: readonly number[]])[] = [
  ['C0 controls that are no white space', [...range(0x00, 0x08), ...range(0x0e, 0x1b)]],
  ['DEL and C1 controls but NEL', [...range(0x7f, 0x84), ...range(0x86, 0x9f)]],
  ['direction marks', [0x061c, 0x200e, 0x200f]],
  ['bidirectional embeddings and overrides', range(0x202a, 0x202e)],
  ['bidirectional isolates', range(0x2066, 0x2069)],
  ['the byte order mark', [0xfeff]],
  ['the soft hyphen', [0x00ad]],
  ['the zero-width space', [0x200b]],
];

describe('normaliseLine', () => {
  it.each(DROPPED)('%s are removed', (_, codes) => {
    for (const code of codes) expect(normaliseLine(`a${String.fromCodePoint(code)}b`)).toBe('ab');
  });

  it('white space of any kind becomes one space', () => {
    const kinds = [...range(0x09, 0x0d), ...range(0x1c, 0x20), 0x85, 0xa0, 0x1680, ...range(0x2000, 0x200a)];
    for (const code of [...kinds, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000])
      expect([named(code), normaliseLine(`a${String.fromCodePoint(code)}b`)]).toEqual([named(code), 'a b']);
  });

  it('the joiners stay: scripts and emoji need them', () => {
    expect(normaliseLine('\u0645\u06CC\u200C\u062E')).toBe('\u0645\u06CC\u200C\u062E');
    expect(normaliseLine(FAMILY)).toBe(FAMILY);
  });

  it.each([
    ['fact  x\n[G9] forged', 'fact x [G9] forged'],
    ['  a\r\n\r\nb\t', 'a b'],
    ['a \u0000 b', 'a b'],
    ['e\u0301', '\u00E9'],
    ['e\u200B\u0301', '\u00E9'],
    ['\uFB03 \u2460', '\uFB03 \u2460'],
    ['a\uD83D', 'a\uFFFD'],
    ['\uDE00\uD83D', '\uFFFD\uFFFD'],
    ['\uD83D\u200B\uDE00', '\uFFFD\uFFFD'],
    ['\u{1F600}', '\u{1F600}'],
    ['a\u0085 \u2028b', 'a b'],
    [' \u200B\n', ''],
  ])('%j becomes %j', (text, line) => expect(normaliseLine(text)).toBe(line));

  it('any text: one line in normal form, and normal already', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        const line = normaliseLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]| {2}|^ | $/u);
        expect([line.normalize('NFC'), normaliseLine(line)]).toEqual([line, line]);
      }),
    );
  });
});

describe('normaliseBlock', () => {
  it.each(['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029'])('the line break %j becomes a line feed', (lineBreak) => {
    expect(normaliseBlock(`a${lineBreak}b`)).toBe('a\nb');
  });

  it('control characters but tab and line breaks are removed', () => {
    const controls = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)].filter((code) => ![9, 10, 13, 0x85].includes(code));
    for (const code of controls) expect(normaliseBlock(`a${String.fromCodePoint(code)}b`)).toBe('ab');
  });

  it.each([
    ['\ta  b \n\n\tc\n', '\ta  b \n\n\tc\n'],
    ['a\n\rb', 'a\n\nb'],
    ['a\u202Eb\uFEFF', 'ab'],
    ['e\u0000\u0301', '\u00E9'],
    ['\uD83D', '\uFFFD'],
    [FAMILY, FAMILY],
  ])('%j becomes %j', (text, block) => expect(normaliseBlock(text)).toBe(block));

  it('any text: a block is normal already', () => {
    fc.assert(fc.property(nastyText, (text) => normaliseBlock(normaliseBlock(text)) === normaliseBlock(text)));
  });
});

describe('foldSpaces', () => {
  it.each([
    ['  a \t\r\n b  ', 'a b'],
    ['\u001Ca\u0085b\u3000', 'a b'],
    ['a\uFEFFb\u200Bc', 'a\uFEFFb\u200Bc'],
    ['A e\u0301', 'A e\u0301'],
  ])('%j becomes %j', (text, folded) => expect(foldSpaces(text)).toBe(folded));

  it('any text: the fold does not notice, nor does a second pass', () => {
    fc.assert(fc.property(nastyText, (text) => fold(foldSpaces(text)) === fold(text)));
    fc.assert(fc.property(nastyText, (text) => foldSpaces(foldSpaces(text)) === foldSpaces(text)));
  });
});

describe('cutCodePoints', () => {
  it.each([
    ['', 3, ''],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['abc', 0, ''],
    ['\u{1F600}b\u{1F600}', 2, '\u{1F600}b'],
    ['\u{1F600}\u{1F600}', 1, '\u{1F600}'],
    ['\u{1F600}\u{1F600}', 2, '\u{1F600}\u{1F600}'],
    ['\uD83D\uD83D\uDE00', 2, '\uD83D\uD83D\uDE00'],
  ])('of %j the first %i are %j', (text, limit, cut) => expect(cutCodePoints(text, limit)).toBe(cut));

  it('any text: the count and the cut are those of iterating over it', () => {
    fc.assert(
      fc.property(nastyText, fc.nat(40), (text, limit) => {
        expect(cutCodePoints(text, limit)).toBe([...text].slice(0, limit).join(''));
        expect(codePointCount(text)).toBe([...text].length);
      }),
    );
  });
});

describe('capText', () => {
  const emoji = (count: number): string => '\u{1F600}'.repeat(count);

  it('100 emoji fit a cap of 100', () => {
    expect(capText(emoji(100), 100)).toEqual({ text: emoji(100), isCut: false });
  });

  it('101 emoji are cut to 99 and the ellipsis', () => {
    expect(capText(emoji(101), 100)).toEqual({ text: `${emoji(99)}\u2026`, isCut: true });
  });

  // The family is 7 code points: it fits whole beside the ellipsis up to 92 before it.
  it.each([
    [92, 'x'.repeat(92) + FAMILY],
    [93, 'x'.repeat(93)],
    [98, 'x'.repeat(98)],
    [99, 'x'.repeat(99)],
  ])('a joined family after %i letters is kept whole or not at all', (before, kept) => {
    expect(capText(`${'x'.repeat(before)}${FAMILY}yz`, 100)).toEqual({ text: `${kept}\u2026`, isCut: true });
  });

  it.each([
    ['a base and its marks stay together', 'abe\u0301\u0323z', 4, 'ab\u2026'],
    ['a flag is not halved', '\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}', 3, '\u{1F1E9}\u{1F1EA}\u2026'],
    ['no space stands before the ellipsis', 'ab cdef', 4, 'ab\u2026'],
    ['what is one grapheme and too long leaves the ellipsis', `a${'\u0301'.repeat(9)}`, 5, '\u2026'],
  ])('%s', (_, text, limit, cut) => expect(capText(text, limit)).toEqual({ text: cut, isCut: true }));

  it('any text: within the cap; cut only where too long, between graphemes, the ellipsis last', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(nastyText, fc.integer({ min: 1, max: 20 }), (text, cap) => {
        const { text: capped, isCut } = capText(text, cap);
        expect(codePointCount(capped)).toBeLessThanOrEqual(cap);
        expect(isCut).toBe(codePointCount(text) > cap);
        if (!isCut) return expect(capped).toBe(text);
        const kept = capped.slice(0, -1);
        const starts = Array.from(graphemes.segment(text), ({ index }) => text.slice(0, index).trimEnd());
        expect([capped.at(-1), starts.includes(kept)]).toEqual(['\u2026', true]);
      }),
    );
  });
});
