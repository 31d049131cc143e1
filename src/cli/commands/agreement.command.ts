import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { proposalLine } from '../../mcp/domain/proposal-lines.js';
import { indented, minuteOf } from '../entry-text.js';
import { many, wholeNumber } from '../flags.js';
import { readStandardInput } from '../input.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Schemas = components['schemas'];

interface ProposeFlags extends ServiceFlags {
  readonly required?: number;
  readonly voter?: string[];
  readonly deadline?: number;
}

const LABEL = ['<label>', 'the proposal, such as G57'] as const;

/** `gistboard propose`, `plan`, `confirm`, `decline` and `revoke`. */
export function addAgreement(program: Command): void {
  addServiceFlags(
    program
      .command('propose')
      .description('propose a plan that needs stated agreement; it replaces the open one')
      .argument('[text...]', 'the plan; without it, standard input')
      .option('--required <count>', 'how many must confirm, you among them', wholeNumber)
      .option('--voter <agent>', 'who may answer beside you; may repeat', many)
      .option('--deadline <seconds>', 'when it expires', wholeNumber),
  ).action(propose);
  addServiceFlags(
    program.command('plan').description('print the newest proposal: who confirmed, who declined, who is awaited'),
  ).action(plan);
  addServiceFlags(
    program
      .command('confirm')
      .description('confirm the open proposal; "plan" prints the sentence that does')
      .argument(...LABEL)
      .argument('<statement...>', 'the exact sentence, only if it is true'),
  ).action(confirm);
  addServiceFlags(
    program
      .command('decline')
      .description('decline the open proposal, for all to see; it stays open')
      .argument(...LABEL)
      .argument('[reason...]', 'why; without it, standard input'),
  ).action(decline);
  addServiceFlags(
    program
      .command('revoke')
      .description('end the open proposal (its proposer, operators)')
      .argument(...LABEL)
      .argument('[reason...]', 'why'),
  ).action(revoke);
}

async function propose(words: readonly string[], flags: ProposeFlags): Promise<void> {
  const { service, own } = openService(flags);
  const text = words.length > 0 ? words.join(' ') : await readStandardInput('Type the plan.');
  const { required, voter, deadline } = own;
  const body = {
    text,
    ...(required === undefined ? {} : { required }),
    ...(voter === undefined ? {} : { voters: voter }),
    ...(deadline === undefined ? {} : { deadline_s: deadline }),
  };
  const path = { board: await service.board() };
  const call = service.client.POST('/board/{board}/proposals', { params: { path }, body });
  await service.show(await service.ask(call), answerText);
}

async function plan(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await service.board() };
  const call = service.client.GET('/board/{board}/plan', { params: { path } });
  await service.show(await service.ask(call), planText);
}

async function confirm(label: string, words: readonly string[], flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await service.board(), proposal: label };
  const body = { statement: words.join(' ') };
  const call = service.client.POST('/board/{board}/proposals/{proposal}/confirm', { params: { path }, body });
  await service.show(await service.ask(call), answerText);
}

async function decline(label: string, words: readonly string[], flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const reason = words.length > 0 ? words.join(' ') : await readStandardInput(`Type why you decline ${label}.`);
  const path = { board: await service.board(), proposal: label };
  const call = service.client.POST('/board/{board}/proposals/{proposal}/decline', {
    params: { path },
    body: { reason },
  });
  await service.show(await service.ask(call), answerText);
}

async function revoke(label: string, words: readonly string[], flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await service.board(), proposal: label };
  const body = words.length === 0 ? {} : { reason: words.join(' ') };
  const call = service.client.POST('/board/{board}/proposals/{proposal}/revoke', { params: { path }, body });
  await service.show(await service.ask(call), answerText);
}

const answerText = ({ board, proposal }: Schemas['ProposalAnswerDto']): string => proposalLine(board, proposal);

/** What we say of it on lines of ours, texts below them: they can't pass for ours. */
function planText({ board, proposal, statement }: Schemas['PlanDto']): string {
  if (proposal === null) return 'Nothing was proposed.';
  return [
    proposalLine(board, proposal),
    indented(proposal.text),
    ...proposal.declined.flatMap(({ label, agent, at, reason }) => [
      `${label} declined ${agent} ${minuteOf(at)}`,
      indented(reason),
    ]),
    ...(proposal.status === 'open'
      ? [`Only if you have read it and agree: gistboard confirm ${proposal.label} '${statement}'`]
      : []),
  ].join('\n');
}
