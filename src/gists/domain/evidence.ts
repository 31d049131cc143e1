import { fold } from '../../kernel/text.js';

export type EvidenceVerdict =
  | { readonly ok: true }
  /** `phrase`: what was found instead of evidence, folded; empty: there was nothing at all. */
  | { readonly ok: false; readonly phrase: string };

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const PLACEHOLDERS = words('tbd tba todo pending wip later soon none na n/a unknown untested unverified unchecked');
const RESULTS = words(
  'pass passed passes passing fail failed fails failing ok succeeded green verified confirmed reproduced fixed ' +
    'returned returns printed prints',
);
const NEGATIONS = words('not never no without');

// Matched on the line that `readWords` makes: words and punctuation parted by one space each.
const PHRASES = new RegExp(
  `(?<= )(?:${[
    'not (?:yet )?(?:verified|tested|run|checked|confirmed)',
    'tests not run',
    'no tests (?:were )?run',
    "(?:haven'?t|have not|didn'?t|did not) (?:yet )?(?:tested|test|verified|verify|run|ran)",
    'to be (?:verified|tested|done|checked)',
    'will (?:be )?(?:verified|verify|tested|test|run|checked|check)',
    'should (?:now )?(?:work|pass|be fine|fix)',
    'looks (?:right|correct|good|fine)',
    'seems (?:to work|fine|ok)',
    'probably (?:works|fine)',
    'i think so',
    'see above',
    'trust me',
  ].join('|')})(?= )`,
  'g',
);
const COUNT_OR_CODE =
  / (?:\d+ (?:passed|passing|failed|failing|errors?|failures?|warnings?)|exit(?:ed)?(?: with)?(?: code| status)?(?: [:=])? \d+|no longer) /;

const WORD = /[\p{L}\p{M}\p{N}_]+(?:[-./'][\p{L}\p{M}\p{N}_]+)*/gu;
const FIRST_WORD = new RegExp(`^${WORD.source}`, 'u');
const CLAUSE_END = /[,;()[\]{}]|\.(?=\s|$)/;
const SYMBOLS_ONLY = /^[-\u2013\u2014?.\s]+$/;
const LEADING_DASH = /^\s*[-\u2013\u2014\u2022:]+\s+/;
const DECORATION = /[\s"'`*~<>()[\]{}\u201C-\u201F\u00AB\u00BB]/;
const CLAUSE_EDGE = /[\s"'`*~<>\u201C-\u201F\u00AB\u00BB_!?.:]/;

/**
 * Whether a patch's evidence says what was run and what came out. One-word placeholders and phrases that promise
 * instead of report are refused, unless a result stands beside them. Takes the whole text, before any cut.
 */
export function judgeEvidence(evidence: string | undefined): EvidenceVerdict {
  const text = foldEvidence(evidence ?? '');
  if (stripEnds(text, DECORATION) === '') return { ok: false, phrase: '' };
  const read = readWords(text);
  const phrase = placeholderIn(text) ?? read.line.match(PHRASES)?.[0];
  return phrase === undefined || hasResult(read) ? { ok: true } : { ok: false, phrase };
}

/** Beside the fold: invisible characters dropped, one form of apostrophe and of hyphen. */
const foldEvidence = (text: string): string =>
  fold(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
    .replace(/[\u2018\u2019\u02BC]/g, "'")
    .replaceAll('\u2010', '-');

function placeholderIn(text: string): string | undefined {
  const bare = stripEnds(text, DECORATION);
  if (SYMBOLS_ONLY.test(bare)) return bare;
  const first = FIRST_WORD.exec(stripEnds(bare.replace(LEADING_DASH, ''), DECORATION))?.[0] ?? '';
  const stem = /^([a-z]+)-[^./]*$/.exec(first)?.[1] ?? first;
  if (PLACEHOLDERS.has(stem)) return first;
  return text.split(CLAUSE_END).map(placeholderClause).find(Boolean);
}

/** The placeholder that makes up a whole clause, or undefined. */
function placeholderClause(clause: string): string | undefined {
  const bare = stripEnds(clause, DECORATION);
  // The split took the last dot of `...`.
  if (SYMBOLS_ONLY.test(bare)) return bare.replace(/^\.+$/, '...');
  const word = stripEnds(clause.replace(LEADING_DASH, ''), CLAUSE_EDGE);
  return PLACEHOLDERS.has(word) ? word : undefined;
}

interface ReadWords {
  /** ` ran x , tbd `: words and what parts them, with one space around each. */
  readonly line: string;
  /** `at`: where the word stands in `line`. */
  readonly words: readonly { readonly text: string; readonly at: number }[];
}

function readWords(text: string): ReadWords {
  const found: { text: string; at: number }[] = [];
  const decorations = new RegExp(DECORATION, 'g');
  let line = ' ';
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(end, match.index).replace(decorations, '');
    if (gap !== '') line += `${gap} `;
    found.push({ text: match[0], at: line.length });
    line += `${match[0]} `;
    end = match.index + match[0].length;
  }
  return { line, words: found };
}

/** A result word that is neither negated nor part of a phrase (`seems ok`), or a count or exit code. */
function hasResult({ line, words }: ReadWords): boolean {
  const outsidePhrases = line.replace(PHRASES, (phrase) => '#'.repeat(phrase.length));
  if (COUNT_OR_CODE.test(outsidePhrases)) return true;
  return words.some(({ text, at }, index) => {
    if (!RESULTS.has(text) || outsidePhrases[at] === '#') return false;
    return !words.slice(Math.max(0, index - 2), index).some((word) => isNegation(word.text));
  });
}

const isNegation = (word: string): boolean => NEGATIONS.has(word) || word.endsWith("n't");

/** A loop, because a regular expression that is anchored at the end takes quadratic time on long runs. */
function stripEnds(text: string, edge: RegExp): string {
  let start = 0;
  let end = text.length;
  while (start < end && edge.test(text.charAt(start))) start += 1;
  while (end > start && edge.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
