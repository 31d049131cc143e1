import type { components } from '../../client/api.js';
import { CliError } from './cli-error.js';

type ProblemDocument = components['schemas']['ProblemDto'] & { readonly caret?: string };

/** A refusal of the service, with the document that says why. */
export class Refused extends CliError {
  constructor(readonly problem: ProblemDocument) {
    super('refused', problemText(problem));
  }
}

/** Whether what was answered is a problem document, and not the page of some other server. */
export const isProblem = (value: unknown): value is ProblemDocument =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'detail' in value &&
  typeof value.detail === 'string';

/** What was wrong, where, and what to do about it at a command line. */
export function problemText(problem: ProblemDocument): string {
  const { code, detail, errors = [], caret, status, requestId } = problem;
  const cure = CURES[code];
  return [
    `Refused (${code}): ${detail}`,
    ...(caret === undefined ? [] : caret.split('\n').map((line) => `  ${line}`)),
    // The detail says the first place.
    ...errors.slice(1).map(({ path, message }) => `  ${path}: ${message}`),
    ...(cure === undefined ? [] : [cure]),
    ...(status >= 500 ? [`The log of the service says more of request ${requestId}.`] : []),
  ].join('\n');
}

/** What the service can't say: how a caller at a command line goes about it. */
const CURES: Readonly<Partial<Record<ProblemDocument['code'], string>>> = {
  unauthenticated:
    'Here: put the token into GISTBOARD_TOKEN, or its file into --token-file. Where names are trusted: --agent NAME.',
  forbidden: 'Here: --agent, --token-file or GISTBOARD_TOKEN decide who you are.',
  unknown_agent: 'Here: gistboard board members add NAME',
};
