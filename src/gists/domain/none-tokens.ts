import { fold } from '../../kernel/text.js';

const NONE_TOKENS: ReadonlySet<string> = new Set(['(none)', 'none', '-', '\u2013', '\u2014', 'n/a', 'nil', 'nothing']);

/** Whether a text says only that there is nothing to say: `(none)`, `N/A.`, `-`; any case, with or without a period. */
export const isNoneToken = (text: string): boolean => NONE_TOKENS.has(fold(text).replace(/\.$/, ''));
