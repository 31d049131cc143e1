import { createClient } from '../../client/index.js';
import type { components } from '../../client/api.js';
import { Reply } from './board-client.js';
import type { TestService } from './service.js';

type Schemas = components['schemas'];
type Import = Schemas['ImportDto'];
type Place = Pick<TestService, 'url'>;

const OPERATOR = { agent: 'harness' } as const;

/** The lines of a board's export, without their ends. */
export async function exportLines(service: Place, board: string): Promise<readonly string[]> {
  const client = createClient(service.url, OPERATOR);
  const call = client.GET('/board/{board}/export', { params: { path: { board } }, parseAs: 'text' });
  const text = await (await replyOf<string>(call)).data;
  return text.split('\n').slice(0, -1);
}

export async function beginImport(service: Place, board: string): Promise<Reply<Import>> {
  return replyOf(createClient(service.url, OPERATOR).POST('/imports', { body: { board } }));
}

/** Sends lines, the first of which has this number in the file. */
export async function sendLines(
  service: Place,
  id: string,
  { lines, first = 1 }: { readonly lines: readonly (string | Buffer)[]; readonly first?: number },
): Promise<Reply<Import>> {
  const body = Buffer.concat(lines.map((line) => Buffer.concat([Buffer.from(line), Buffer.from('\n')])));
  const response = await fetch(`${service.url}/imports/${id}/lines?first=${first}`, {
    method: 'POST',
    headers: { 'X-Agent': OPERATOR.agent, 'Content-Type': 'application/x-ndjson' },
    body: new Uint8Array(body),
  });
  const answer: unknown = await response.json();
  return response.ok
    ? new Reply(response.status, answer as Import, undefined)
    : new Reply<Import>(response.status, undefined, answer);
}

/** Begins an import and sends the lines in parts, until the first refusal. */
export async function importLines(
  service: Place,
  board: string,
  lines: readonly (string | Buffer)[],
  perPart = 500,
): Promise<Reply<Import>> {
  const begun = await beginImport(service, board);
  if (begun.status !== 201) return begun;
  let last = begun;
  for (let start = 0; start < lines.length && last.status < 300; start += perPart) {
    last = await sendLines(service, begun.data.import, {
      lines: lines.slice(start, start + perPart),
      first: start + 1,
    });
  }
  return last;
}

export function giveUpImport(service: Place, id: string): Promise<Reply<Schemas['GivenUpDto']>> {
  const client = createClient(service.url, OPERATOR);
  return replyOf(client.DELETE('/imports/{import}', { params: { path: { import: id } } }));
}

/** How many rows the tables of boards have that are no visible board's: what imports have left. */
export async function hiddenRows(service: TestService): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of ['journal_entry', 'journal_detail', 'journal_ref', 'board_member']) {
    const sql = `SELECT COUNT(*) AS count FROM ${table} WHERE board_id NOT IN (SELECT id FROM board WHERE workspace_id > 0)`;
    const rows = await service.database.read((manager) => manager.query<{ count: number }[]>(sql));
    counts[table] = Number(rows[0]?.count);
  }
  const sql = 'SELECT COUNT(*) AS count FROM board WHERE workspace_id = 0';
  const rows = await service.database.read((manager) => manager.query<{ count: number }[]>(sql));
  return { ...counts, board: Number(rows[0]?.count) };
}

export const NOTHING_HIDDEN = { journal_entry: 0, journal_detail: 0, journal_ref: 0, board_member: 0, board: 0 };

async function replyOf<T>(call: Promise<{ data?: T | undefined; error?: unknown; response: Response }>) {
  const { data, error, response } = await call;
  return new Reply<T>(response.status, data, error);
}
