/** How many characters (UTF-16 units) one token pays for. */
const CHARACTERS_PER_TOKEN = 4;

export const DEFAULT_TOKENS = 8_000;
export const MAX_TOKENS = 20_000;
export const MIN_TOKENS = 1_000;
/** Unread notices that follow a result. */
export const NOTICE_TOKENS = 600;
/** What our own lines around a result may take. */
const OWN_TOKENS = 100;

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** Tokens that a tool may fill with what it found, where its whole result may take `maxTokens`. */
export const roomIn = (maxTokens: number = DEFAULT_TOKENS): number => maxTokens - NOTICE_TOKENS - OWN_TOKENS;

/** Characters of so many tokens. */
export const charactersOf = (tokens: number): number => tokens * CHARACTERS_PER_TOKEN;

/** How many texts, from the first on, fit as lines into so many characters. */
export function countFitting(sizes: readonly number[], characters: number): number {
  let left = characters;
  const tooMany = sizes.findIndex((size) => (left -= size + 1) < 0);
  return tooMany === -1 ? sizes.length : tooMany;
}
