import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type UnfoldedEntry, unfoldedWithin } from './unfolded.js';

const entry = (label: string, detail: string | null): UnfoldedEntry => ({
  label,
  kind: 'gist',
  type: 'FACT',
  author: 'alice',
  to: null,
  delegation_id: null,
  content: 'text',
  at: '2026-11-30T13:05:07.123Z',
  status: 'live',
  has_detail: detail !== null,
  detail,
});
const HEAD = 'G1 FACT alice 2026-11-30 13:05 ⊕: text';

describe('unfolded entries', () => {
  it('stand whole where they fit', () => {
    const all = unfoldedWithin([entry('G1', 'a\nb'), entry('G2', null)], { tokens: 100, offset: 0 });
    expect(all).toEqual({
      lines: [HEAD, '| a', '| b', 'G2 FACT alice 2026-11-30 13:05: text'],
      leftOut: [],
      next: null,
      cut: null,
    });
  });

  it('are cut in the text of the first, a message, where that alone is too long', () => {
    const message = { ...entry('G1', null), content: 'x'.repeat(4_000) };
    const { lines, leftOut, cut } = unfoldedWithin([message, entry('G2', null)], { tokens: 60, offset: 0 });
    expect([lines.join('\n').length, leftOut, cut]).toEqual([239, ['G2'], 'G1']);
    expect(lines.join('\n')).toMatch(/^G1 FACT alice 2026-11-30 13:05: x+…$/);
  });

  it('are none where none were found', () => {
    expect(unfoldedWithin([], { tokens: 100, offset: 0 })).toEqual({ lines: [], leftOut: [], next: null, cut: null });
  });

  it('that do not fit behind the first are left out, and so are those behind them', () => {
    const entries = [entry('G1', 'a'), entry('G2', 'b'.repeat(400)), entry('G3', null)];
    expect(unfoldedWithin(entries, { tokens: 60, offset: 0 })).toMatchObject({ leftOut: ['G2', 'G3'], next: null });
  });

  it('are cut in the first detail that is too long for all of it', () => {
    const { lines, next } = unfoldedWithin([entry('G1', 'x'.repeat(400))], { tokens: 60, offset: 0 });
    expect(lines.join('\n').length).toBeLessThan(240);
    expect(next).toEqual({ label: 'G1', offset: 240 - HEAD.length - '\n| \n'.length });
  });

  it('go on where the service cut them', () => {
    const part = { ...entry('G1', 'x'), next_offset: 70_001 };
    expect(unfoldedWithin([part], { tokens: 60, offset: 70_000 }).next).toEqual({ label: 'G1', offset: 70_001 });
  });

  it('come whole page by page, whatever the detail', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 2_000 }), (text) => {
        const points = Array.from(text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029]/g, ''));
        let seen = '';
        for (let offset: number | undefined = 0; offset !== undefined;) {
          const rest = points.slice(offset).join('');
          const page = unfoldedWithin([entry('G1', rest)], { tokens: 60, offset });
          seen += page.lines
            .slice(1)
            .map((line) => line.slice(2))
            .join('\n');
          offset = page.next?.offset;
        }
        expect(seen).toBe(points.join(''));
      }),
      { numRuns: 50 },
    );
  });
});
