import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { wholeNumber } from '../flags.js';
import { repositoryPath } from '../local/repository-path.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

interface ReleaseFlags extends ServiceFlags {
  readonly to?: string;
  readonly note?: string;
  readonly fence?: number;
}

const OUTCOMES = ['done', 'released', 'abandoned', 'handoff'] as const;
const LABEL = /^[Gg]\d+$/;

/** `gistboard release`: ends what the caller took. */
export function addRelease(program: Command): void {
  const command = program
    .command('release')
    .description('end your lease or CLAIM by its label, or what you hold by paths and tasks')
    .usage('[options] <label | resource...> <outcome>')
    .argument('<words...>', `a label such as G41, or resources; then ${OUTCOMES.join(', ')}`)
    .option('--to <agent>', 'handoff: who goes on with it, and gets a message')
    .option('--note <text>', 'what others should know')
    .option('--fence <fence>', 'of a lease: refuse if it is another one', wholeNumber);
  addServiceFlags(command).action(release);
}

async function release(words: readonly string[], flags: ReleaseFlags): Promise<void> {
  const { service, own } = openService(flags);
  const outcome = OUTCOMES.find((each) => each === words.at(-1)?.toLowerCase());
  const [first, ...others] = words.slice(0, -1);
  if (outcome === undefined) throw new CliError('usage', `Which outcome? Last comes one of ${OUTCOMES.join(', ')}.`);
  if (first === undefined) throw new CliError('usage', 'What? Name a label such as G41, or resources.');
  const body = { ...own, outcome: outcome === 'abandoned' ? ('released' as const) : outcome };
  const board = await service.board();
  const call =
    LABEL.test(first) && others.length === 0
      ? service.client.POST('/board/{board}/leases/{label}/release', {
          params: { path: { board, label: first } },
          body,
        })
      : service.client.POST('/board/{board}/leases/release', {
          params: { path: { board } },
          body: { ...body, resources: [first, ...others].map((name) => repositoryPath(name, process.cwd())) },
        });
  await service.show(await service.ask(call), ({ ended, kept, message }) =>
    [
      ...ended.map((label) => `${label} released`),
      ...kept.map((label) => `${label} still holds the rest`),
      ...(message === null ? [] : [`${message} tells ${own.to ?? ''}`]),
    ].join('\n'),
  );
}
