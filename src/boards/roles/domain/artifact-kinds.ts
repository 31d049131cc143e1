/** The kinds of documents that every goal knows. */
export const ARTIFACT_KINDS = ['spec', 'research', 'adr', 'task-list', 'diff', 'findings'] as const;

/** A kind of a goal's own: `extra/<key>`. */
export const EXTRA_KIND = /^extra\/[a-z0-9][a-z0-9-]{0,39}$/;

/** The longest kind in characters. */
export const MAX_KIND_LENGTH = 46;

/** What a refusal names. */
export const KINDS_TEXT = `${ARTIFACT_KINDS.join(', ')}, or extra/<key> with a key of 1-40 of a-z, 0-9, "-" that starts with no "-"`;

const NAMED: ReadonlySet<string> = new Set(ARTIFACT_KINDS);

/**
 * Whether a text is a kind exactly as it is written. Nothing is folded: a typo that became another kind would look like
 * a handover, while its reader waits for ever.
 */
export const isArtifactKind = (text: string): boolean => NAMED.has(text) || EXTRA_KIND.test(text);
