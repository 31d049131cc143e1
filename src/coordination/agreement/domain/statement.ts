import { Problem } from '../../../kernel/problem.js';

/** What confirms, byte for byte. */
export const STATEMENT = 'I CONFIRM I HAVE READ THEIR SUGGESTION AND WE HAVE BOTH REACHED AN AGREEMENT TO MOVE FORWARD';

/** Throws `wrong_statement` unless it is that very sentence: nobody agrees by something much like it. */
export function requireStatement(statement: string): void {
  if (statement === STATEMENT) return;
  const detail = `statement: must be exactly "${STATEMENT}", byte for byte. Do not confirm what is not true: if you have not read the proposal or do not agree, do not send it.`;
  throw new Problem('wrong_statement', detail, {
    errors: [{ path: 'statement', message: `must be exactly "${STATEMENT}"` }],
  });
}
