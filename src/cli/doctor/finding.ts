import { CliError } from '../cli-error.js';

export type FindingState = 'ok' | 'warning' | 'problem';

/** What the doctor found at one place. */
export interface Finding {
  /** What was looked at, such as `service` or `codex (user)`. */
  readonly about: string;
  readonly state: FindingState;
  /** What was found, and, where it is not well, what to do. */
  readonly text: string;
}

export const finding = (about: string, state: FindingState, text: string): Finding => ({ about, state, text });

/** What an error says to a person; an answer of another shape than ours ends in one that is not for people. */
export const troubleText = (error: unknown): string =>
  error instanceof CliError
    ? error.message
    : 'the service answers otherwise than this version expects. Update one of them.';

const MARKS: Readonly<Record<FindingState, string>> = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

export function findingLine({ about, state, text }: Finding): string {
  const [first = '', ...others] = text.split('\n');
  return [`${MARKS[state]}  ${about}: ${first}`, ...others.map((line) => `         ${line}`)].join('\n');
}
