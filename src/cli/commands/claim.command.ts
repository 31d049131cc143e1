import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { CliError } from '../cli-error.js';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { repositoryPath } from '../local/repository-path.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Answer = components['schemas']['ClaimAnswerDto'];

interface ClaimFlags extends ServiceFlags {
  readonly for?: number;
  readonly intent?: string;
}

/** `gistboard claim`: holds paths, globs and tasks for the caller alone. */
export function addClaim(program: Command): void {
  const command = program
    .command('claim')
    .description('hold paths, globs or tasks for you alone, all or none; the same again renews')
    .argument('<resource...>', 'paths from here, globs (quoted: *, **, ?), or task:NAME')
    .option('--for <seconds>', 'how long; 900 unless said, 0: touched, not holding', wholeNumber)
    .option('--intent <text>', 'what for; others see it');
  addServiceFlags(command).action(claim);
}

async function claim(names: readonly string[], flags: ClaimFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const body = {
    resources: names.map((name) => repositoryPath(name, process.cwd())),
    ...(own.for === undefined ? {} : { lease_s: own.for }),
    ...(own.intent === undefined ? {} : { intent: own.intent }),
  };
  const answer = await service.ask(service.client.POST('/board/{board}/leases', { params: { path }, body }));
  await service.show(answer, answerText);
  if (!answer.ok) throw new CliError('refused', 'Nothing was granted: others hold some of it.');
}

function answerText({ ok, lease, fence, expires_at = '', renewed, resources = [], ...answer }: Answer): string {
  if (!ok) return (answer.conflicts ?? []).map(conflictText).join('\n');
  const named = `${lease ?? ''} ${renewed === true ? 'renewed' : 'granted'} until ${minuteOf(expires_at)} UTC`;
  const claims = answer.overlaps ?? [];
  return [
    `${named}, fence ${fence ?? ''}: ${resources.join(', ')}`,
    ...(claims.length === 0 ? [] : [`Others wrote CLAIMs on it: ${claims.join(', ')}`]),
  ].join('\n');
}

/** What we say of it first, the holder's own words last. */
const conflictText = ({ lease, held_by, expires_in_s, holds, intent }: NonNullable<Answer['conflicts']>[number]) =>
  `${lease} ${held_by} ${expires_in_s} s left: ${[holds, intent].filter((part) => part !== '').join(' | ')}`;
