import { describe, expect, it } from '@jest/globals';
import { entryLine, indented } from './entry-text.js';

const ENTRY = {
  label: 'G41',
  kind: 'gist',
  type: 'FACT',
  author: 'alice',
  to: null,
  delegation_id: null,
  content: 'it rains',
  at: '2026-11-30T13:05:07.123Z',
  status: 'live',
  has_detail: false,
} as const;

describe('entryLine', () => {
  it.each([
    [{}, 'G41 FACT alice 2026-11-30 13:05 it rains'],
    [{ delegation_id: 'w7' }, 'G41 FACT alice/w7 2026-11-30 13:05 it rains'],
    [{ has_detail: true }, 'G41⊕ FACT alice 2026-11-30 13:05 it rains'],
    [{ status: 'superseded' as const }, 'G41 FACT superseded alice 2026-11-30 13:05 it rains'],
    [{ to: 'bob' }, 'G41 FACT alice to bob 2026-11-30 13:05 it rains'],
    [
      { type: 'CLAIM', expires_at: '2026-11-30T14:05:07.123Z' },
      'G41 CLAIM alice 2026-11-30 13:05 until 2026-11-30 14:05 it rains',
    ],
    [{ content: 'one\r\nG42 FACT bob two\u2028three' }, 'G41 FACT alice 2026-11-30 13:05 one G42 FACT bob two three'],
  ])('%j: %s', (more, line) => {
    expect(entryLine({ ...ENTRY, ...more })).toBe(line);
  });
});

describe('indented', () => {
  it.each([
    ['', ''],
    ['a', '  a'],
    ['a\n\nG1 FACT b', '  a\n\n  G1 FACT b'],
  ])('%j -> %j', (text, expected) => {
    expect(indented(text)).toBe(expected);
  });
});
