import { Problem, type ProblemError } from '../../kernel/problem.js';

/** What a document may be. */
export const MEDIA_TYPES = ['text/plain', 'application/json'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** How much a finding weighs. */
export const SEVERITIES = ['blocking', 'non-blocking', 'suggestion'] as const;

/** The most wrong places that a refusal names. */
const MAX_ERRORS = 20;
const KNOWN = ['severity', 'file', 'line', 'text'];

/** Holds a document to what it says it is: JSON, and findings to their schema. Throws `bad_content` with each place. */
export function checkMediaType(kind: string, content: string, mediaType: MediaType): void {
  const errors = contentErrors(kind, content, mediaType);
  if (errors.length > 0) throw badContent(errors);
}

/** Each place where a document is not what it says it is; none: it is. */
export function contentErrors(kind: string, content: string, mediaType: MediaType): readonly ProblemError[] {
  if (mediaType === 'text/plain') return [];
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    const place = /position \d+/.exec(String(error))?.[0];
    return [{ path: 'content', message: place === undefined ? 'is no JSON' : `is no JSON at ${place}` }];
  }
  if (kind !== 'findings') return [];
  return Array.isArray(value)
    ? value.flatMap((each, index) => errorsOf(each, `content.${index}`))
    : [{ path: 'content', message: 'must be a list of findings' }];
}

function errorsOf(finding: unknown, path: string): readonly ProblemError[] {
  if (typeof finding !== 'object' || finding === null || Array.isArray(finding))
    return [{ path, message: 'must be an object with severity and text' }];
  const { severity, file, line, text } = finding as Readonly<Record<string, unknown>>;
  const other = Object.keys(finding).find((name) => !KNOWN.includes(name));
  const wrong = (name: string, message: string): ProblemError => ({ path: `${path}.${name}`, message });
  return [
    ...(other === undefined ? [] : [wrong(other, `is none of ${KNOWN.join(', ')}`)]),
    ...(SEVERITIES.some((each) => each === severity)
      ? []
      : [wrong('severity', `must be one of ${SEVERITIES.join(', ')}`)]),
    ...(file === undefined || (typeof file === 'string' && file !== '') ? [] : [wrong('file', 'must be a path')]),
    ...(line === undefined || (Number.isSafeInteger(line) && Number(line) >= 1)
      ? []
      : [wrong('line', 'must be a whole number from 1')]),
    ...(typeof text === 'string' && text.trim() !== '' ? [] : [wrong('text', 'must be a text')]),
  ];
}

function badContent(errors: readonly ProblemError[]): Problem {
  const [first] = errors;
  const detail = `${first?.path ?? 'content'}: ${first?.message ?? ''}. Nothing was written; mend it, or write it as text/plain.`;
  return new Problem('bad_content', detail, { errors: errors.slice(0, MAX_ERRORS) });
}
