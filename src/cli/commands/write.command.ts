import { type Command } from 'commander';
import type { components } from '../../../client/api.js';
import { CliError } from '../cli-error.js';
import { wholeNumber } from '../flags.js';
import { readStandardInput, readTextFile } from '../input.js';
import { notesOf } from '../note-arguments.js';
import { addServiceFlags, openService, type ServiceFlags } from '../service.js';

type Body = components['schemas']['WriteDto'];
type Answer = components['schemas']['WriteAnswerDto'];
type Note = components['schemas']['NoteDto'];
type Result = components['schemas']['WriteResultDto'];

interface NoteFlags {
  readonly detailFile?: string;
  readonly ttl?: number;
  readonly final?: true;
  readonly invalidates?: string;
}

interface WriteFlags extends ServiceFlags, NoteFlags {
  readonly work?: string;
}

const EXAMPLES = `
Examples:
  gistboard write FACT 'retry budget lives in src/net/retry.ts'
  gistboard write --work w7 'FACT tests run with npm test' 'OBSERVED net.spec.ts FAILED on CI'
  gistboard write CLAIM 'rewriting src/net/retry.ts' --ttl 600
  git log -1 --format='FACT %s' | gistboard write

Types: FACT, OBSERVED, FAIL, CLAIM, PATCH_SUMMARY. A note is one line; long text goes into --detail-file.`;

/** `gistboard write`: notes from the arguments, else a block of them from standard input. */
export function addWrite(program: Command): void {
  const command = program
    .command('write')
    .description('write notes: TYPE and text as arguments, or one note a line on standard input')
    .argument('[note...]', "TYPE text; quote each note where there are several: 'TYPE text' 'TYPE text'")
    .option('--work <label>', 'which piece of your work the notes belong to')
    .option('--detail-file <file>', 'the long text behind the note; - is standard input')
    .option('--ttl <seconds>', 'CLAIM: how long it lives', wholeNumber)
    .option('--final', 'PATCH_SUMMARY: done')
    .option('--invalidates <label>', 'FAIL: the patch that it refutes')
    .addHelpText('after', EXAMPLES);
  addServiceFlags(command).action(write);
}

async function write(words: readonly string[], flags: WriteFlags): Promise<void> {
  const { service, own } = openService(flags);
  const body = await bodyOf(words, own);
  const path = { board: await service.board() };
  const answer = await service.ask(service.client.POST('/board/{board}/write', { params: { path }, body }));
  await service.show(answer, answerText);
  const rejected = answer.results.filter(({ status }) => status === 'rejected').length;
  if (rejected > 0) {
    throw new CliError(
      'refused',
      `${rejected} of ${answer.results.length} notes rejected: see above. What has a label is stored.`,
    );
  }
}

async function bodyOf(
  words: readonly string[],
  { work, ...noteFlags }: Omit<WriteFlags, keyof ServiceFlags>,
): Promise<Body> {
  const common = work === undefined ? {} : { delegation_id: work };
  const isOfOneNote = Object.keys(noteFlags).length > 0;
  const notes = notesOf(words);
  if (isOfOneNote && (words.length === 0 || notes.length > 1)) {
    throw new CliError(
      'usage',
      '--detail-file, --ttl, --final and --invalidates go with exactly one note as an argument.',
    );
  }
  if (words.length === 0) {
    return { ...common, text: await readStandardInput('Type notes, each on a line that begins with its TYPE.') };
  }
  const more = isOfOneNote ? await noteFields(noteFlags) : {};
  return { ...common, notes: notes.map((note) => ({ ...note, ...more })) };
}

async function noteFields({ detailFile, ttl, ...same }: NoteFlags): Promise<Partial<Note>> {
  return {
    ...same,
    ...(ttl === undefined ? {} : { ttl_s: ttl }),
    ...(detailFile === undefined ? {} : { detail: await readTextFile(detailFile) }),
  };
}

const answerText = ({ results, skipped = 0 }: Answer): string =>
  [...results.flatMap(resultLines), ...(skipped === 0 ? [] : [`skipped: ${skipped} headings or blank lines`])].join(
    '\n',
  );

function resultLines({
  index,
  status,
  label,
  code,
  message,
  truncated,
  overlaps = [],
  warnings = [],
}: Result): readonly string[] {
  if (label === undefined) return [`note ${index + 1} ${status} (${code ?? ''}): ${message ?? ''}`];
  return [
    [label, truncated === true ? 'cut; the whole text is its detail' : 'stored'].join(' '),
    ...(overlaps.length === 0 ? [] : [`  overlaps ${overlaps.join(', ')}: unfold them before you go on`]),
    ...warnings.map((warning) => `  ${warning}`),
  ];
}
