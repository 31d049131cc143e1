import type { Command } from 'commander';
import type { components } from '../../../client/api.js';
import { minuteOf } from '../entry-text.js';
import { wholeNumber } from '../flags.js';
import { readStandardInput } from '../input.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Fact = components['schemas']['FactDto'];

interface ListFlags extends ServiceFlags {
  readonly after?: string;
  readonly limit?: number;
}

interface SetFlags extends ServiceFlags {
  readonly ifVersion?: number;
  readonly text?: true;
}

interface HistoryFlags extends ServiceFlags {
  readonly before?: number;
  readonly limit?: number;
}

/** `gistboard facts`, and `gistboard fact get|set|history`. */
export function addFacts(program: Command): void {
  const facts = program
    .command('facts')
    .description('list the values that all share, by key')
    .option('--after <key>', 'only keys behind this one')
    .option('--limit <count>', 'at most this many', wholeNumber);
  addServiceFlags(facts).action(list);
  const fact = program.command('fact').description('read, set and follow one shared value');
  addServiceFlags(fact.command('get').description('print its value').argument('<key>', 'its name')).action(get);
  addServiceFlags(
    fact
      .command('set')
      .description('set it, or remove it by null; the latest value wins')
      .argument('<key>', 'its name')
      .argument('[value...]', 'JSON; what is no JSON is taken as text. Without it, standard input')
      .option('--if-version <version>', 'only if it has this version now; 0: if it is not there', wholeNumber)
      .option('--text', 'take the value as text, also where it is JSON'),
  ).action(set);
  addServiceFlags(
    fact
      .command('history')
      .description('print all that it ever was, newest first')
      .argument('<key>', 'its name')
      .option('--before <version>', 'only older versions', wholeNumber)
      .option('--limit <count>', 'at most this many', wholeNumber),
  ).action(history);
}

async function list(flags: ListFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board() };
  const call = service.client.GET('/board/{board}/facts', { params: { path, query: own } });
  await service.show(await service.ask(call), ({ items, next_after }) => {
    if (items.length === 0) return 'No facts.';
    const more = next_after === undefined ? [] : [`There are more: --after ${next_after}`];
    return [...items.map(factLine), ...more].join('\n');
  });
}

async function get(key: string, flags: ServiceFlags): Promise<void> {
  const { service } = openService(flags);
  const path = { board: await service.board(), key };
  const call = service.client.GET('/board/{board}/facts/{key}', { params: { path } });
  await service.show(await service.ask(call), ({ fact }) => factLine(fact));
}

async function set(key: string, words: readonly string[], flags: SetFlags): Promise<void> {
  const { service, own } = openService(flags);
  const given = words.length > 0 ? words.join(' ') : (await readStandardInput(`Type the value of ${key}.`)).trimEnd();
  const value = own.text === true ? given : valueOf(given);
  const version = own.ifVersion === undefined ? {} : { if_version: own.ifVersion };
  const path = { board: await service.board(), key };
  const call = service.client.PUT('/board/{board}/facts/{key}', { params: { path }, body: { value, ...version } });
  await service.show(await service.ask(call), (answer) =>
    answer.label === null
      ? `There was no ${key}.`
      : `${answer.label} ${key} ${value === null ? 'removed' : 'set'}, version ${answer.version}`,
  );
}

async function history(key: string, flags: HistoryFlags): Promise<void> {
  const { service, own } = openService(flags);
  const path = { board: await service.board(), key };
  const call = service.client.GET('/board/{board}/facts/{key}/history', { params: { path, query: own } });
  await service.show(await service.ask(call), ({ items, next_before }) =>
    [
      ...items.map(factLine),
      ...(next_before === undefined ? [] : [`There are older ones: --before ${next_before}`]),
    ].join('\n'),
  );
}

/** `G57 build.command v3 alice 2026-11-30 13:05 "npm test"`. */
function factLine({ label, key, value, version, author, at, redacted, removed }: Fact): string {
  const what = redacted === true ? 'redacted' : removed === true ? 'removed' : JSON.stringify(value);
  return `${label} ${key} v${version} ${author} ${minuteOf(at)} ${what}`;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
