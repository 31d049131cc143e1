import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { digestWith, NO_LINES } from '../../kernel/line-digest.js';
import { CliError } from '../cli-error.js';
import { hint } from '../output.js';
import { ClauderBoard } from './clauder-board.js';
import { clauderEvents } from './clauder-events.js';

const EVENTS_FILE = 'events.jsonl';
const MAX_BYTES = 128 * 1_048_576;

/** The events of a ClaudeR session (`~/.clauder_coord/SESSION`) as the lines of an export. Says what it leaves out. */
export async function clauderLines(board: string, folder: string | undefined): Promise<AsyncIterable<Buffer>> {
  if (folder === undefined) throw new CliError('usage', 'Name the folder of the session: ~/.clauder_coord/SESSION');
  const { events, unread } = clauderEvents(await textIn(join(folder, EVENTS_FILE)));
  const made = new ClauderBoard();
  for (const event of events) made.take(event);
  const heartbeats = events.length - made.entries.length;
  if (heartbeats + unread > 0) hint(`Left out: ${heartbeats} heartbeats, ${unread} lines that can't be read.`);
  const created = new Date(events[0]?.atMs ?? 0).toISOString();
  const header = { format: 1, board, created_at: created, head: made.entries.length };
  const lines = [header, ...made.entries].map((line) => JSON.stringify(line));
  const digest = lines.reduce(digestWith, NO_LINES);
  const end = { end: true, members: 0, entries: made.entries.length, digest };
  return buffersOf([...lines, JSON.stringify(end)]);
}

async function* buffersOf(lines: readonly string[]): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(line);
}

async function textIn(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw new Error('it is larger than 128 MiB');
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CliError('usage', `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
