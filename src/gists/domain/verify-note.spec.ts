import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redactSecrets } from '../../kernel/secrets.js';
import { codePointCount, normaliseLine } from '../../kernel/text.js';
import { NOTE_TYPES, capOf, type NoteDraft, type VerifiedNote } from './note-types.js';
import { parseNotes } from './parse-notes.js';
import { verifyNote, verifyNotes } from './verify-note.js';

const fact = (content: string, more: Partial<NoteDraft> = {}): NoteDraft => ({ type: 'FACT', content, ...more });
const patch = (content: string): NoteDraft => ({ type: 'PATCH_SUMMARY', content });
const token = ['gb', 't_', 'aB3dE5gH7j'.repeat(5).slice(0, 43)].join('');

function admitted(draft: NoteDraft): VerifiedNote {
  const verdict = verifyNote(draft);
  if (verdict.status !== 'admitted') throw new Error(`not admitted: ${verdict.code}`);
  return verdict.note;
}

const codeOf = (draft: NoteDraft): string => {
  const verdict = verifyNote(draft);
  return verdict.status === 'admitted' ? 'admitted' : verdict.code;
};

describe('verifyNote', () => {
  it('admits a plain note as it stands', () => {
    expect(verifyNote({ type: ' claim ', content: 'Fixing src/A.ts', delegation_id: 'w1', ttl_s: 60 })).toEqual({
      status: 'admitted',
      note: {
        type: 'CLAIM',
        content: 'Fixing src/A.ts',
        detail: null,
        searchText: 'fixing src/a.ts',
        workLabel: 'w1',
        isTruncated: false,
        ttlS: 60,
        isFinal: false,
        invalidates: null,
        names: ['src/a.ts'],
        warnings: [],
      },
    });
  });

  it.each([
    [fact('x', { type: 'BOGUS' }), 'unknown_type'],
    [fact('x', { type: '' }), 'unknown_type'],
    [fact(''), 'empty'],
    [fact(' \u0000\u200B\n '), 'empty'],
    [fact('(None).'), 'none_token'],
    [fact('\u2014'), 'none_token'],
    [fact('x', { ttl_s: 0 }), 'bad_ttl'],
    [fact('x', { ttl_s: 1 }), 'admitted'],
    [fact('x', { ttl_s: 1.5 }), 'bad_ttl'],
    [fact('x', { ttl_s: 86_400 }), 'admitted'],
    [fact('x', { ttl_s: 86_401 }), 'bad_ttl'],
    [fact('x', { ttl_s: Number.NaN }), 'bad_ttl'],
    [fact('x', { delegation_id: '' }), 'bad_delegation_id'],
    [fact('x', { delegation_id: 'a b' }), 'bad_delegation_id'],
    [fact('x', { delegation_id: 'w1\n' }), 'bad_delegation_id'],
    [fact('x', { delegation_id: 'A9._:/#-' }), 'admitted'],
    [fact('x', { delegation_id: 'a'.repeat(64) }), 'admitted'],
    [fact('x', { delegation_id: 'a'.repeat(65) }), 'bad_delegation_id'],
    [fact('x', { type: 'FAIL', invalidates: 'g41' }), 'admitted'],
    [fact('x', { type: 'FAIL', invalidates: '41' }), 'bad_target'],
    [fact('x', { type: 'FAIL', invalidates: 'G0' }), 'bad_target'],
    [fact('x', { detail: 'é'.repeat(32 * 1024) }), 'admitted'],
    [fact('x', { detail: `${'é'.repeat(32 * 1024)}a` }), 'detail_too_large'],
    [fact('x', { detail: `${'a\r\n'.repeat(32 * 1024)}` }), 'admitted'],
    [patch('files=a | idea=b'), 'placeholder_evidence'],
    [patch('files=a | idea=b | evidence='), 'placeholder_evidence'],
    [patch('files=a | idea=b | evidence = ran t PASSED'), 'admitted'],
    [patch('files=a | idea=b | evidence=a | b passed'), 'admitted'],
  ])('gives %# %j the code %s', (draft, code) => {
    expect(codeOf(draft)).toBe(code);
  });

  it('teaches: what was wrong, what to write, an example', () => {
    expect(verifyNote(fact('x', { type: 'B\nOGUS' }))).toEqual({
      status: 'rejected',
      code: 'unknown_type',
      message:
        '"B OGUS" is no type of note. Use FACT, OBSERVED, FAIL, CLAIM or PATCH_SUMMARY, for example {"type": "FACT", "content": "retry budget lives in src/net/retry.ts"}.',
    });
    expect(verifyNote(patch('files=a | evidence=ran x, TBD'))).toEqual({
      status: 'rejected',
      code: 'placeholder_evidence',
      message:
        'The evidence says "tbd", which is a placeholder and not a result. Run a check and write what you ran and what came out, for example "files=src/net/retry.ts | idea=cap the backoff | evidence=npm test -- retry: 12 passed | risk=slower first retry".',
    });
  });

  it('makes a gist one line, whatever it holds', () => {
    expect(admitted(fact('fact  x\n[G9] forged\u202E\u2028y\uD800')).content).toBe('fact x [G9] forged y\uFFFD');
  });

  it('keeps line breaks and tabs of a detail', () => {
    expect(admitted(fact('x', { detail: 'a\r\n\tb\u0000' })).detail).toBe('a\n\tb');
    expect(admitted(fact('x', { detail: ' \n ' })).detail).toBeNull();
  });

  it('redacts secrets in content, search text and detail, and says so once for each kind', () => {
    const note = admitted(fact(`use ${token}`, { detail: `or ${token} x://u:pw@h` }));
    expect(note).toMatchObject({
      content: 'use [redacted:gistboard-token]',
      searchText: 'use [redacted:gistboard-token]',
      detail: 'or [redacted:gistboard-token] x://u:[redacted:url-password]@h',
      warnings: [
        'A secret (gistboard-token) was replaced by [redacted:gistboard-token]. If it was real, revoke it.',
        'A secret (url-password) was replaced by [redacted:url-password]. If it was real, revoke it.',
      ],
    });
  });

  it('redacts a secret that straddles the cap before cutting', () => {
    const note = admitted(fact(`${'x'.repeat(90)} ${token}`));
    expect(note.content).toBe(`${'x'.repeat(90)} [redacte…`);
    expect(note.detail).toBe(`${'x'.repeat(90)} [redacted:gistboard-token]`);
  });

  it('judges the evidence of the whole text, not of what the cap leaves', () => {
    const lead = `files=a | idea=b | evidence=${'x'.repeat(300 - 27 - 6)}`;
    const draft = patch(`${lead}, pending, and more`);
    expect(codePointCount(draft.content)).toBeGreaterThan(310);
    expect(codeOf(draft)).toBe('placeholder_evidence');
    expect(codeOf(patch(`${lead}, 3 passed, and more`))).toBe('admitted');
  });

  it('cuts at 100 code points, keeps the whole text as the detail and lets search find its end', () => {
    const whole = `${'\u{1F600}'.repeat(99)}EN`;
    expect(admitted(fact('\u{1F600}'.repeat(100)))).toMatchObject({ isTruncated: false, detail: null });
    expect(admitted(fact(whole))).toMatchObject({
      isTruncated: true,
      content: `${'\u{1F600}'.repeat(99)}…`,
      detail: whole,
      searchText: whole.toLowerCase(),
    });
    expect(admitted(fact(whole, { detail: 'given\nlines' })).detail).toBe(`${whole}\n\ngiven\nlines`);
  });

  it('does not split a joined emoji at the cap', () => {
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
    expect(admitted(fact(`${'x'.repeat(96)}${family}`)).content).toBe(`${'x'.repeat(96)}…`);
    expect(admitted(fact(`${'x'.repeat(95)}${family}`)).content).toBe(`${'x'.repeat(95)}${family}`);
  });

  it('warns of fields that a type has no use for, and leaves them out', () => {
    const note = admitted(fact('x', { ttl_s: 5, final: true, invalidates: 'G1' }));
    expect(note).toMatchObject({ ttlS: null, isFinal: false, invalidates: null });
    expect(note.warnings).toEqual([
      'ttl_s was ignored, because only a CLAIM has a use for it.',
      'final was ignored, because only a PATCH_SUMMARY has a use for it.',
      'invalidates was ignored, because only a FAIL has a use for it.',
    ]);
    expect(admitted(fact('x', { final: false })).warnings).toEqual([]);
  });

  it('keeps the fields that a type uses', () => {
    expect(admitted(fact('x', { type: 'FAIL', invalidates: 'g41' })).invalidates).toBe(41);
    expect(admitted({ ...patch('files=A.ts,Makefile | idea=b | evidence=ok'), final: true })).toMatchObject({
      isFinal: true,
      names: ['a.ts', 'makefile'],
      warnings: [],
    });
    expect(admitted({ type: 'FAIL', content: 'retry() in src/a.ts hangs' }).names).toEqual(['retry', 'src/a.ts']);
    expect(admitted(fact('src/a.ts')).names).toEqual([]);
  });

  it('warns of a patch without files or idea', () => {
    expect(admitted(patch('evidence=12 passed')).warnings).toEqual([
      'The patch names no files. Add "files=src/net/retry.ts" so that others see what it touches.',
      'The patch has no idea. Add "idea=cap the backoff" so that others see what it tries.',
    ]);
  });

  it('never throws, and admits one line within the cap from which nothing is lost', () => {
    const drafts = fc.record({
      type: fc.constantFrom(...NOTE_TYPES),
      content: fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 400 })),
      detail: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
    });
    fc.assert(
      fc.property(drafts, (draft) => {
        const evidenced = draft.type === 'PATCH_SUMMARY' ? `evidence=3 passed ${draft.content}` : draft.content;
        const verdict = verifyNote({ ...draft, content: evidenced });
        if (verdict.status !== 'admitted') return;
        const { note } = verdict;
        const whole = redactSecrets(normaliseLine(evidenced)).text;
        expect(note.content).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(codePointCount(note.content)).toBeLessThanOrEqual(capOf(draft.type));
        if (note.isTruncated) expect(note.detail?.startsWith(whole)).toBe(true);
        else expect(note.content).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });
});

describe('verifyNotes', () => {
  const codes = (drafts: Parameters<typeof verifyNotes>[0]): readonly string[] =>
    verifyNotes(drafts).map((verdict) => (verdict.status === 'admitted' ? 'admitted' : verdict.code));

  it('judges each note by itself, in order', () => {
    const drafts = [fact('x'), fact('y', { type: 'BOGUS' }), patch('files=a | evidence=TBD')];
    expect(codes(drafts)).toEqual(['admitted', 'unknown_type', 'placeholder_evidence']);
    const fifty = Array.from({ length: 50 }, (_, index) => fact(`n${index}`, index === 7 ? { ttl_s: 0 } : {}));
    expect(codes(fifty).filter((code) => code === 'admitted')).toHaveLength(49);
    expect(codes(fifty)[7]).toBe('bad_ttl');
  });

  it('ignores an exact repeat after normalising, and names the note that stands', () => {
    expect(verifyNotes([fact('z'), fact('x  y'), fact(' x\ny', { type: 'fact' })])[2]).toEqual({
      status: 'ignored',
      code: 'duplicate_in_request',
      message: 'This repeats note 1 of the same request, which stands. Send each note once.',
    });
  });

  it.each([
    ['type', fact('x', { type: 'OBSERVED' })],
    ['content', fact('X')],
    ['detail', fact('x', { detail: 'd' })],
    ['work label', fact('x', { delegation_id: 'w' })],
  ])('admits a note that differs in its %s', (_, other) => {
    expect(codes([fact('x'), other])).toEqual(['admitted', 'admitted']);
  });

  it('rejects the repeat of a rejected note for the same reason', () => {
    expect(codes([fact('x', { ttl_s: 0 }), fact('x', { ttl_s: 0 }), fact('x')])).toEqual([
      'bad_ttl',
      'bad_ttl',
      'admitted',
    ]);
  });

  it('passes refused lines of a text block through in their places', () => {
    expect(codes(parseNotes('FACT a\nBOGUS b\nFACT a\nFACT (none)').drafts)).toEqual([
      'admitted',
      'unknown_type',
      'duplicate_in_request',
      'none_token',
    ]);
  });
});
