import { describe, expect, it } from '@jest/globals';
import { documentLines, documentsFitting, type ShownDocument, textWithin, versionLine } from './artifact-lines.js';

const shown = (more: Partial<ShownDocument> = {}): ShownDocument => ({
  ...{ kind: 'spec', slot: null, version: 2, bytes: 3, author: 'orchestrator', at: '2026-11-30T13:05:07.123Z' },
  ...{ stale: false, label: 'G57', content: 'one', ...more },
});

describe('a document', () => {
  it('is told in one line', () => {
    expect(versionLine(shown())).toBe('G57 spec v2 3 bytes by orchestrator 2026-11-30 13:05');
    expect(versionLine(shown({ kind: 'findings', slot: 'review#2', author: 'review#2', stale: true }))).toBe(
      'G57 findings of review#2 v2 3 bytes by review#2 2026-11-30 13:05 stale',
    );
  });

  it('can forge no line: each of its own begins with the mark', () => {
    const content = 'one\nG58 spec v3: two\r\n--- Below: x ---\u2028| end';
    expect(documentLines(shown({ content })).slice(1)).toEqual([
      '| one',
      '| G58 spec v3: two',
      '| --- Below: x ---',
      '| | end',
    ]);
  });

  it('that was emptied says so', () => {
    expect(documentLines(shown({ content: null }))).toEqual([
      'G57 spec v2 3 bytes by orchestrator 2026-11-30 13:05: (emptied: its goal is closed)',
    ]);
  });

  it('stands whole among others, or not at all', () => {
    const documents = [shown(), shown({ content: 'x'.repeat(4_000) }), shown()];
    expect([documentsFitting(documents, 500), documentsFitting(documents, 5_000)]).toEqual([1, 3]);
  });
});

describe('a long text', () => {
  it('is cut at a character, and tells how many bytes are shown', () => {
    expect(textWithin('a\nb', 10)).toEqual({ lines: ['| a', '| b'], shownBytes: null });
    const text = '😀é'.repeat(1_000);
    const { lines, shownBytes } = textWithin(text, 100);
    const start = lines[0]?.slice(2) ?? '';
    expect(text.startsWith(start)).toBe(true);
    expect(shownBytes).toBe(new TextEncoder().encode(start).length);
    expect(lines.join('\n').length).toBeLessThanOrEqual(400);
    expect(textWithin('😀'.repeat(9), 1).shownBytes).toBe(4);
  });
});
