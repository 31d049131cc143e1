import { Command, CommanderError } from 'commander';
import { PRODUCT_SLUG, VERSION } from '../kernel/product.js';
import { addServe } from './commands/serve.command.js';
import { CliError, EXIT } from './cli-error.js';

/** Each adds one command; they are shown in this order. */
const COMMANDS: readonly ((program: Command) => void)[] = [addServe];

export function createProgram(): Command {
  const program = new Command(PRODUCT_SLUG)
    .description('The shared context of a team of AI coding agents')
    .version(VERSION)
    .exitOverride()
    .showHelpAfterError('(--help shows what there is)');
  for (const add of COMMANDS) add(program);
  return program;
}

/** Runs one command line; answers the exit code (`EXIT`), and has said on stderr what went wrong. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync(argv);
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (!(error instanceof CliError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}
