/** The system's code of what failed, as in `ECONNREFUSED`: of the error itself, or of what it says was its cause. */
export const systemCode = (error: unknown): string | undefined => codeIn(error) ?? codeIn(causeOf(error));

const codeIn = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string'
    ? value.code
    : undefined;

const causeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
