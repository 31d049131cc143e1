import { type Command, Option } from 'commander';
import type { components } from '../../../client/api.js';
import { CliError } from '../cli-error.js';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { readTextFile } from '../input.js';
import { hint, printDocument, printJson } from '../output.js';
import { addServiceFlags, openService, type Service, type ServiceFlags } from '../service.js';

type Line = components['schemas']['ArtifactLineDto'];
type Document = components['schemas']['ArtifactDto'];
type Answer = components['schemas']['ArtifactAnswerDto'];

interface ReadFlags extends ServiceFlags {
  readonly slot?: string;
  readonly version?: number;
  readonly offset?: number;
}

interface WriteFlags extends ServiceFlags {
  readonly file: string;
  readonly mediaType?: NonNullable<components['schemas']['WriteArtifactDto']['media_type']>;
  readonly ifVersion?: number;
}

/** `gistboard artifact list|read|all|write|empty`: the documents of a goal. */
export function addArtifact(program: Command): void {
  const artifact = program.command('artifact').description("read and write a goal's documents, under a role's token");
  const kind = ['<kind>', 'spec, research, adr, task-list, diff, findings or extra/<key>'] as const;
  addServiceFlags(artifact.command('list').description('list them, and what you may read and write')).action(list);
  addServiceFlags(
    artifact
      .command('read')
      .description('print one document')
      .argument(...kind)
      .option('--slot <writer>', 'whose, where each writer of the kind has one of its own')
      .option('--version <version>', 'this version, not the newest', wholeNumber)
      .option('--offset <bytes>', 'begin at this byte', wholeNumber),
  ).action(read);
  addServiceFlags(
    artifact
      .command('all')
      .description('print the newest document of each writer of a kind')
      .argument(...kind),
  ).action(all);
  addServiceFlags(
    artifact
      .command('write')
      .description('write the next version of your document of a kind')
      .argument(...kind)
      .option('--file <path>', 'its text; "-" is standard input', '-')
      .addOption(new Option('--media-type <type>', 'what it is').choices(['text/plain', 'application/json']))
      .option('--if-version <version>', 'only if this is the newest version; 0: there is none', wholeNumber),
  ).action(write);
  addServiceFlags(
    artifact.command('empty').description('remove the texts of all documents of a closed goal, for good (operators)'),
  ).action(empty);
}

/** A role's token opens one board, and says which. */
async function boardOf(service: Service): Promise<string> {
  if (service.namedBoard !== undefined) return service.namedBoard;
  const { board } = await service.ask(service.client.GET('/whoami'));
  return board ?? service.board();
}

async function list(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await boardOf(service) };
  const call = service.client.GET('/board/{board}/artifacts', { params: { path } });
  await service.show(await service.ask(call), ({ items, left_out = 0, unreadable, reads, writes }) =>
    [
      ...(items.length === 0 ? ['No documents for you yet.'] : items.map(lineOf)),
      ...(left_out === 0 ? [] : [`and ${left_out} more`]),
      ...(unreadable.length === 0 ? [] : [`Written, and not for you: ${unreadable.join(', ')}`]),
      `You may read: ${reads.includes('*') ? 'every kind' : listed(reads)}. You may write: ${listed(writes)}.`,
    ].join('\n'),
  );
}

async function read(kind: string, flags: ReadFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await boardOf(service), kind };
  const call = service.client.GET('/board/{board}/artifacts/{kind}', { params: { path, query: own } });
  const answer = await service.ask(call);
  if (service.isJson) {
    await printJson(answer);
    return;
  }
  const text = textOf(answer);
  if (answer.artifact !== undefined) hint(lineOf(answer.artifact));
  await printDocument(text);
}

/** Throws where there is nothing to print, so that a script does not take an empty text for the document. */
function textOf({ kind, state, artifact, slots = [] }: Answer): string {
  if (artifact !== undefined) return contentOf(artifact);
  if (state === 'not_yet') throw new CliError('refused', `${kind} is not written yet.`);
  const writers = slots.flatMap(({ slot }) => slot ?? []).join(', ');
  throw new CliError('refused', `Each writer of ${kind} has one of its own. Name one by --slot: ${writers}`);
}

async function all(kind: string, flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await boardOf(service), kind };
  const call = service.client.GET('/board/{board}/artifacts/{kind}/all', { params: { path } });
  await service.show(await service.ask(call), ({ items, left_out }) =>
    [
      ...(items.length === 0 ? [`${kind} is not written yet.`] : []),
      ...items.flatMap((artifact) => [lineOf(artifact), contentOf(artifact)]),
      ...left_out.map((line) => `No room for ${lineOf(line)}`),
    ].join('\n'),
  );
}

async function write(kind: string, flags: WriteFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await boardOf(service), kind };
  const body = {
    content: await readTextFile(own.file, { isExact: true }),
    ...(own.mediaType === undefined ? {} : { media_type: own.mediaType }),
    ...(own.ifVersion === undefined ? {} : { if_version: own.ifVersion }),
  };
  const call = service.client.POST('/board/{board}/artifacts/{kind}', { params: { path }, body });
  await service.show(await service.ask(call), ({ label, version, bytes, slot }) => {
    const whose = slot === null ? '' : ` of ${slot}`;
    return `${label} ${kind}${whose} v${version}, ${bytes} bytes`;
  });
}

async function empty(flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await service.board() };
  const call = service.client.POST('/board/{board}/empty', { params: { path } });
  await service.show(await service.ask(call), ({ board, texts }) =>
    texts === 0
      ? `The documents of ${board} have no texts.`
      : `Removed the texts of ${texts} versions on ${board}, for good.`,
  );
}

/** `G57 findings of review#2 v1 4096 bytes by review#2 2026-11-30 13:05 stale`. */
const lineOf = ({ label, kind, slot, version, bytes, author, at, stale }: Line): string =>
  [
    ...[label, kind, ...(slot === null ? [] : [`of ${slot}`]), `v${version}`, `${bytes} bytes`, `by ${author}`],
    ...[minuteOf(at), ...(stale ? ['stale'] : [])],
  ].join(' ');

function contentOf({ content }: Document): string {
  if (content === null) throw new CliError('refused', 'The goal is closed and its documents were emptied.');
  return content;
}

const listed = (kinds: readonly string[]): string => (kinds.length === 0 ? 'nothing' : kinds.join(', '));
