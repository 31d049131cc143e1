import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { judgeEvidence } from './evidence.js';

const WORDS = 'tbd tba todo pending wip later soon none na n/a unknown untested unverified unchecked'.split(' ');

const RESULT_WORDS = (
  'pass passed passes passing fail failed fails failing ok succeeded green verified confirmed reproduced fixed ' +
  'returned returns printed prints'
).split(' ');

/** Every phrase of the rules, spelled out. */
const PHRASES = [
  ...['verified', 'tested', 'run', 'checked', 'confirmed'].flatMap((word) => [`not ${word}`, `not yet ${word}`]),
  ...['tests not run', 'no tests run', 'no tests were run'],
  ...["haven't", 'have not', "didn't", 'did not'].flatMap((not) =>
    ['test', 'tested', 'verify', 'verified', 'run', 'ran'].flatMap((word) => [`${not} ${word}`, `${not} yet ${word}`]),
  ),
  ...['verified', 'tested', 'done', 'checked'].map((word) => `to be ${word}`),
  ...['verify', 'verified', 'test', 'tested', 'run', 'check', 'checked'].flatMap((word) => [
    `will ${word}`,
    `will be ${word}`,
  ]),
  ...['work', 'pass', 'be fine', 'fix'].flatMap((word) => [`should ${word}`, `should now ${word}`]),
  ...['right', 'correct', 'good', 'fine'].map((word) => `looks ${word}`),
  ...['seems to work', 'seems fine', 'seems ok', 'probably works', 'probably fine'],
  ...['i think so', 'see above', 'trust me'],
];

const refused = (phrase: string) => ({ ok: false, phrase });
const admitted = { ok: true };

describe('judgeEvidence', () => {
  it.each([undefined, '', '  ', '\u200B', '""', '**', '( )'])('refuses missing evidence: %j', (evidence) => {
    expect(judgeEvidence(evidence)).toEqual(refused(''));
  });

  it.each(WORDS)('refuses %s as a whole clause and as the first word', (word) => {
    const forms = [word, `${word.toUpperCase()}.`, `(${word})`, `**${word}**`, `"${word}"`, `${word} because x`];
    const clauses = [`ran x, ${word}`, `ran x; ${word}`, `ran x. ${word}!`, `ran x (${word})`, `ran x [${word}] y`];
    const bullets = [`- ${word}`, `t\u200B, ${word.slice(0, 1)}\u200D${word.slice(1)}`, `ran x,${word}`];
    for (const evidence of [...forms, ...clauses, ...bullets]) expect(judgeEvidence(evidence)).toEqual(refused(word));
  });

  it.each(WORDS)('lets %s stand inside a clause and inside a name', (word) => {
    const name = word.replace('/', '');
    for (const evidence of [
      `ran the ${word} case`,
      `${name}.spec.ts ran`,
      `${name}/x-y ran`,
      `${name}-x.ts ran`,
      `${name}-x/y ran`,
      `x-${name} ran`,
    ])
      expect(judgeEvidence(evidence)).toEqual(admitted);
  });

  it.each([
    ['-', '-'],
    ['--', '--'],
    ['\u2014', '\u2014'],
    ['?', '?'],
    ['...', '...'],
    ['\u2026', '...'],
    ['ran x, ?', '?'],
    ['ran x (-)', '-'],
    ['ran x, ...', '...'],
  ])('refuses the symbol in %j', (evidence, phrase) => {
    expect(judgeEvidence(evidence)).toEqual(refused(phrase));
  });

  it.each([
    ['pending-review', 'pending-review'],
    ['pending-queue drains', 'pending-queue'],
    ['todo-list-2: shown', 'todo-list-2'],
    ['pending\u2011review', 'pending-review'],
  ])('refuses the hyphenated first word of %j', (evidence, phrase) => {
    expect(judgeEvidence(evidence)).toEqual(refused(phrase));
  });

  it.each(PHRASES)('refuses the phrase "%s" wherever it stands as whole words', (phrase) => {
    const forms = [phrase, phrase.toUpperCase(), `it ${phrase} now`, `ran x, ${phrase}.`, `(${phrase})`];
    const spaced = phrase.replaceAll(' ', ' \u200B ');
    for (const evidence of [...forms, spaced, phrase.replace("'", '\u2019')])
      expect(judgeEvidence(evidence)).toMatchObject({ ok: false });
    expect(judgeEvidence(`x${phrase}y ran`)).toEqual(admitted);
  });

  it.each(RESULT_WORDS)('lets the result "%s" overrule a placeholder and a phrase', (word) => {
    expect(judgeEvidence(`TBD, but t ${word}`)).toEqual(admitted);
    expect(judgeEvidence(`should work: t ${word.toUpperCase()}.`)).toEqual(admitted);
  });

  it.each(['not', 'never', 'no', 'without', "didn't", 'hasn\u2019t'])('takes no result that "%s" negates', (not) => {
    expect(judgeEvidence(`TBD, ${not} passed`)).toEqual(refused('tbd'));
    expect(judgeEvidence(`TBD, ${not} quite passed`)).toEqual(refused('tbd'));
    expect(judgeEvidence(`TBD, ${not} quite all passed`)).toEqual(admitted);
  });

  it.each(['12 passed', '0 errors', '1 failure', 'exit 0', 'exit code 1', 'exit=0', 'exited with 2', 'no longer seen'])(
    'lets the count or code "%s" overrule',
    (result) => {
      expect(judgeEvidence(`TBD, ${result}`)).toEqual(admitted);
    },
  );

  it.each([
    ['TBD', 'tbd'],
    ['(tbd)', 'tbd'],
    ['ran x, TBD', 'tbd'],
    ['\u200Bt\u200Bbd', 'tbd'],
    ['untested', 'untested'],
    ['N/A - cannot run', 'n/a'],
    ['it should work now', 'should work'],
    ['Tests not run because CI is down', 'tests not run'],
    ["haven't tested", "haven't tested"],
    ['**TODO**', 'todo'],
    ['_TBD_', 'tbd'],
    ['<TBD>', 'tbd'],
    ['not (yet) tested', 'not yet tested'],
    ['seems ok, not verified', 'seems ok'],
    ['TBD, test_passed and passed-ish', 'tbd'],
  ])('refuses %j', (evidence, phrase) => {
    expect(judgeEvidence(evidence)).toEqual(refused(phrase));
  });

  it.each([
    'pending-queue test PASSED',
    'todo.spec.ts: 4 passed',
    'not reproduced any more, exit 0',
    'None returned for empty input',
    'unknown host error no longer raised',
    'ran t PASSED',
    'a | b passed',
    'was pending review; now 3 passed',
    '... 12 passed',
    'npm test: 1,204 passed',
    'not, tested by hand: 3 rows',
    'ok',
  ])('admits %j', (evidence) => {
    expect(judgeEvidence(evidence)).toEqual(admitted);
  });

  it.each(['(', '*', 'seems ok ', 'tbd-', "a'", '. ', '9', 'not '])('reads 64 KiB of %j in linear time', (piece) => {
    const evidence = piece.repeat((64 * 1024) / piece.length);
    expect(judgeEvidence(`12 passed ${evidence}`)).toEqual(admitted);
    expect(judgeEvidence(`tbd ${evidence}`)).toEqual(refused('tbd'));
  });

  it('never throws, and finds a placeholder whatever stands around it that is no result', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void judgeEvidence(text)));
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), fc.stringMatching(/^[\s"*()[\]]*$/), (word, edge) => {
        expect(judgeEvidence(edge + word + edge)).toEqual(refused(word));
      }),
    );
  });
});
