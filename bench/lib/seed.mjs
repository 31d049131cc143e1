import { fromDist } from './dist.mjs';
import { agentName, contentOf, noteOf, randomOf, WORDS } from './texts.mjs';

const ROWS_PER_INSERT = 2_000;
const RARE_COUNT = 7;
const STARTED_AT_MS = Date.UTC(2026, 0, 1);

/**
 * Makes the schema and boards of given sizes in an empty database, through the service's own rows: `boards` is
 * {slug: number of gists}. Any agent may use them. `progress` hears the rows written so far.
 */
export async function seed(env, boards, progress = () => {}) {
  const { readEnv } = await fromDist('platform/config/env');
  const { createLogger } = await fromDist('platform/observability/logger');
  const { SystemClock } = await fromDist('kernel/clock');
  const { openStore } = await fromDist('open-store');
  const { Transactor } = await fromDist('platform/database/transactor');
  const { JournalRepository } = await fromDist('journal/journal.repository');
  const members = membersOf(boards);
  const config = readEnv({ ...env, BOARD_MEMBERS_JSON: members, BOARD_LOG_LEVEL: 'error' });
  const store = await openStore(config, { clock: new SystemClock(), logger: createLogger(config) });
  try {
    const transactor = new Transactor(store.database);
    const journal = new JournalRepository(store.database);
    const rows = await store.database.read((manager) => manager.query('SELECT id, workspace_id, slug FROM board'));
    let written = 0;
    for (const { id, workspace_id: workspaceId, slug } of rows) {
      const board = { workspaceId: Number(workspaceId), boardId: Number(id) };
      for await (const entries of entriesOf(boards[slug] ?? 0)) {
        await transactor.run(async (tx) => {
          await journal.allotSeqs(tx, board, entries.length);
          await journal.insert(tx, board, entries);
        });
        progress((written += entries.length));
      }
    }
  } finally {
    await store.close();
  }
}

/** The setting under which a service keeps the boards as `seed` made them. */
export const membersOf = (boards) =>
  JSON.stringify(Object.fromEntries(Object.keys(boards).map((slug) => [slug, ['*']])));

async function* entriesOf(count) {
  const { entryOf } = await fromDist('journal/domain/entry-draft');
  const random = randomOf(count);
  const rareEvery = Math.ceil(count / RARE_COUNT);
  for (let start = 1; start <= count; start += ROWS_PER_INSERT) {
    const length = Math.min(ROWS_PER_INSERT, count - start + 1);
    yield Array.from({ length }, (_, index) => {
      const seq = start + index;
      const note = noteOf(random);
      const content = seq % rareEvery === 1 ? `${WORDS.rare} ${contentOf(random)}`.slice(0, 100) : note.content;
      const author = agentName(Math.floor(random() * 200));
      const draft = { kind: 'gist', type: note.type, author, content, workLabel: note.delegation_id };
      return entryOf(draft, seq, STARTED_AT_MS + seq * 1_000);
    });
  }
}
