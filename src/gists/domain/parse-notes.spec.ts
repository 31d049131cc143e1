import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseNotes } from './parse-notes.js';

const note = (type: string, content: string) => ({ type, content });
const refused = (code: string, line: number) => ({ status: 'rejected', code, line, message: expect.any(String) });

describe('parseNotes', () => {
  it.each([
    'FACT x y',
    'FACT: x y',
    'FACT:x y',
    'fact: x y',
    'Fact : x y',
    '- FACT x y',
    '- **Fact**: x y',
    '- **Fact:** x y',
    '* *fact* x y',
    '**fact** x y',
    '**FACT** x y',
    '1. FACT x y',
    '\u2022 Fact: x y',
    '  FACT\tx  y  ',
    '\uFEFFFACT x y',
    '__Fact__: x y',
    'Fact\uFF1Ax y',
  ])('reads %j as one note', (text) => {
    expect(parseNotes(text)).toEqual({ drafts: [note('FACT', 'x y')], skipped: 0 });
  });

  it.each(['FACT', 'OBSERVED', 'FAIL', 'CLAIM', 'PATCH_SUMMARY'])('knows %s', (type) => {
    expect(parseNotes(`${type} x\n${type.toLowerCase()}: y`).drafts).toEqual([note(type, 'x'), note(type, 'y')]);
  });

  it.each([
    ['\n', '\n'],
    ['\r\n', '\r\n'],
    ['\r', '\r'],
    ['\u2028', '\u2028'],
  ])('ends a line at %j, and a final one begins no other', (lineBreak) => {
    expect(parseNotes(`FACT a${lineBreak}FAIL b${lineBreak}`)).toEqual({
      drafts: [note('FACT', 'a'), note('FAIL', 'b')],
      skipped: 0,
    });
  });

  it.each([
    ['', [], 0],
    ['\n', [], 1],
    ['# Notes\n\n##\n \t\n---\n***', [], 6],
    ['#1 is open', [refused('no_type', 1)], 0],
    ['FACT a\nb\n  c', [note('FACT', 'a b c')], 0],
    ['FACT a\n\nb', [note('FACT', 'a b')], 1],
    ['FACT:\nthe text', [note('FACT', 'the text')], 0],
    ['FACT', [note('FACT', '')], 0],
    ['FACT a\nfact b', [note('FACT', 'a fact b')], 0],
    ['FACT a\nNote: b', [note('FACT', 'a Note: b')], 0],
    ['FACT a\nI think so\nA retry fixes it\n42 rows', [note('FACT', 'a I think so A retry fixes it 42 rows')], 0],
    ['FACT a\nREADME.md says so\nFact-check it', [note('FACT', 'a README.md says so Fact-check it')], 0],
    ['FACT a\n1. first', [note('FACT', 'a 1. first')], 0],
    ['FACT a\n- b', [note('FACT', 'a'), refused('unknown_type', 2)], 0],
    ['FACT a\n-', [note('FACT', 'a'), refused('unknown_type', 2)], 0],
    ['FACT a\nBOGUS b\nFAIL c', [note('FACT', 'a'), refused('unknown_type', 2), note('FAIL', 'c')], 0],
    ['FACTS a', [refused('unknown_type', 1)], 0],
    ['**BOGUS**: a', [refused('unknown_type', 1)], 0],
    ['FACT_CHECK a', [refused('unknown_type', 1)], 0],
    ['HTTP/2 a', [refused('unknown_type', 1)], 0],
    ['hello\nworld\nFACT a', [refused('no_type', 1), refused('no_type', 2), note('FACT', 'a')], 0],
    ['FACT - a', [note('FACT', '- a')], 0],
    ['PATCH_SUMMARY files=a | evidence=b\n| risk=c', [note('PATCH_SUMMARY', 'files=a | evidence=b | risk=c')], 0],
  ])('reads %j', (text, drafts, skipped) => {
    expect(parseNotes(text)).toEqual({ drafts, skipped });
  });

  it('names the lines that a refused line took along, what was wrong and what to write', () => {
    expect(parseNotes('FACT a\n\nBOGUS b\n  more\nlast').drafts[1]).toEqual({
      status: 'rejected',
      code: 'unknown_type',
      line: 3,
      message:
        'Lines 3 to 5: "BOGUS" is no type of note. Begin each note with FACT, OBSERVED, FAIL, CLAIM or PATCH_SUMMARY, for example "FACT retry budget lives in src/net/retry.ts".',
    });
  });

  it('loses no line: every one is in a note, refused, or counted', () => {
    const line = fc.constantFrom(
      'FACT w1',
      'fail: w2',
      '- w3',
      'BOGUS w4',
      'w5',
      '',
      '# w6',
      '  w7',
      '- **Claim**: w8',
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const { drafts, skipped } = parseNotes(`${lines.join('\n')}\n`);
        const inNotes = drafts.flatMap((draft) => ('content' in draft ? draft.content.split(' ') : []));
        const inRefused = drafts.flatMap((draft) => {
          if (!('message' in draft)) return [];
          const [, from = '0', to = from] = /^Lines? (\d+)(?: to (\d+))?:/.exec(draft.message) ?? [];
          return lines.slice(Number(from) - 1, Number(to)).filter((text) => !/^(?:#|$)/.test(text));
        });
        expect(inNotes.length + inRefused.length + skipped).toBe(lines.length);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseNotes(text)));
  });

  it.each(['- ', '*', 'FACT', 'FACT*', '_', '1. ', '\n', 'FACT\n', 'a\n'])(
    'reads 64 KiB of %j in linear time',
    (piece) => {
      const lines = piece === '\n' || piece === 'a\n' || piece === 'FACT\n' ? 64 * 1024 : 1;
      const { drafts, skipped } = parseNotes(piece.repeat(64 * 1024));
      expect(drafts.length + skipped).toBe(lines);
    },
  );
});
