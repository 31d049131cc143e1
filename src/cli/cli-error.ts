/** What an exit code of `gistboard` means. */
export const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

type Failure = Exclude<keyof typeof EXIT, 'done'>;

/** Ends a command; its message is all that a reader needs. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(failure: Failure, message: string) {
    super(message);
    this.exitCode = EXIT[failure];
  }
}
