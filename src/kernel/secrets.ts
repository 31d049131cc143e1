export type SecretKind =
  | 'private-key'
  | 'aws-key'
  | 'github-token'
  | 'gitlab-token'
  | 'slack-token'
  | 'google-key'
  | 'anthropic-key'
  | 'openai-key'
  | 'gistboard-token'
  | 'bearer-token'
  | 'url-password';

/** A text without its secrets, and the kinds that were found, each once. */
export interface Redaction {
  readonly text: string;
  readonly kinds: readonly SecretKind[];
}

/** `pattern` has exactly two groups: what stays in front, and the secret. `isSecret` may still let the match stand. */
interface SecretRule {
  readonly kind: SecretKind;
  readonly pattern: RegExp;
  readonly isSecret?: (secret: string, before: string) => boolean;
}

// Hostile text must cost linear time: every repeat below is bounded, or can't be entered again from inside itself.
// A key may follow an escape (`\nghp_`) or a percent code (`%20ghp_`), whose last character looks like part of a word.
const START = String.raw`((?<![A-Za-z0-9])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}))`;
const key = (kind: SecretKind, body: string): SecretRule => ({ kind, pattern: new RegExp(`${START}(${body})`, 'g') });

const PEM_EDGE = String.raw`[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----`;
// A block whose end is missing is a secret as far as lines of base64 follow; the bare marker is only a mention.
const PEM_BODY = String.raw`[^-]*(?:-(?!----)[^-]*)*-----END ${PEM_EDGE}|(?:(?:\s|\\[nr])+[A-Za-z0-9+/=]{16,})+`;

// A port, an environment variable and what was redacted already are no passwords.
const NO_PASSWORD = String.raw`(?!\d{1,5}(?:[/?#,;)\]|']|$)|\$\{?[A-Z_]+\}?@|\[redacted:[a-z-]+\]@)`;
// The last @ of the authority ends the password; one with a raw slash in it ends at the first @.
const PASSWORD = '[^\\s/?#"<>`]+(?=@)|(?:(?!://)[^\\s@"<>`])+(?<!/)(?=@)';

const RULES: readonly SecretRule[] = [
  { kind: 'private-key', pattern: new RegExp(`()(-----BEGIN ${PEM_EDGE}(?:${PEM_BODY}))`, 'g') },
  key('aws-key', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  {
    kind: 'aws-key',
    pattern: /(secret_?access_?key["']?\s{0,4}[:=]\s{0,4}["']?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  },
  key('github-token', 'gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,}'),
  key('gitlab-token', String.raw`gl(?:pat|dt|rt|ptt|cbt|ft|imt|soat|agent)-[\w-]{20,}(?:\.[0-9a-z]{2}\.[0-9a-z]{7,})?`),
  key('slack-token', String.raw`xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}|xapp-\d-[A-Za-z0-9-]{10,}`),
  { kind: 'slack-token', pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)([A-Za-z0-9/]{20,})/g },
  key('google-key', String.raw`AIza[\w-]{35,}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}`),
  key('anthropic-key', String.raw`sk-ant-[\w-]{20,}`),
  key(
    'openai-key',
    String.raw`sk-(?:(?:proj|svcacct|admin|or-v1)-(?=[A-Za-z_-]{0,64}\d)[\w-]{20,}|(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}|[A-Za-z0-9]{32,})`,
  ),
  key('gistboard-token', String.raw`gb[ti]_[\w-]{43,}`),
  {
    kind: 'bearer-token',
    pattern: /(\bBearer[\s:=]{1,8}["']?)([A-Za-z0-9][\w.~+/=-]{6,}[\w~+/=-])/gi,
    isSecret: isBearerToken,
  },
  { kind: 'url-password', pattern: new RegExp(`(://[^\\s/:@"<>[\\]]*:)(${NO_PASSWORD}(?:${PASSWORD}))`, 'g') },
];

/** What every secret of the rules above holds; most texts have none of it, and are told by one look instead of many. */
const HINT =
  /-----BEGIN|A(?:KIA|SIA|BIA|CCA|Iza)|[Aa][Cc][Cc][Ee][Ss][Ss]_?[Kk][Ee][Yy]|gh[pousr]_|github_pat_|gl[a-z]{2,5}-|xox[a-z]|xapp-|hooks\.slack|GOCSPX|ya29\.|sk-|gb[ti]_|[Bb][Ee][Aa][Rr][Ee][Rr]|:\/\//;

/** Behind `Authorization:` anything is a token; in prose, what is long and not made of words. */
function isBearerToken(secret: string, before: string): boolean {
  if (/authorization["']?\s*[:=]?\s*["']?$/i.test(before)) return true;
  return secret.length >= 12 && !/^[A-Za-z]{1,19}(?:[-_./][A-Za-z]{1,19})*$/.test(secret);
}

/**
 * Replaces every secret of a known form by `[redacted:<kind>]`; `Bearer` and the user of a URL stay. What only looks
 * random (a git hash, a UUID, a long identifier) is left alone. Idempotent, and linear in the length of the text.
 */
export function redactSecrets(text: string): Redaction {
  if (!HINT.test(text)) return { text, kinds: [] };
  const kinds = new Set<SecretKind>();
  let redacted = text;
  for (const { kind, pattern, isSecret } of RULES) {
    redacted = redacted.replace(pattern, (match, kept: string, secret: string, offset: number, whole: string) => {
      if (isSecret !== undefined && !isSecret(secret, whole.slice(Math.max(0, offset - 24), offset))) return match;
      kinds.add(kind);
      return `${kept}[redacted:${kind}]`;
    });
  }
  return { text: redacted, kinds: [...kinds] };
}
