import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { decideClaim } from '../../src/coordination/leases/domain/decide-claim.js';
import { LeasesRepository } from '../../src/coordination/leases/leases.repository.js';
import type { BoardRef } from '../../src/journal/domain/board-ref.js';
import { JournalRepository } from '../../src/journal/journal.repository.js';
import type { AgentName } from '../../src/kernel/ids.js';
import { Transactor } from '../../src/platform/database/transactor.js';
import { resourceOf } from '../factories/leases.js';
import { refOf } from '../support/append-entries.js';
import { openLeases } from '../support/leases-client.js';
import { startService, type TestService } from '../support/service.js';

const CLAIMANTS = 50;
const ROUNDS = 5;

let service: TestService;
let transactor: Transactor;
beforeAll(async () => {
  service = await startService();
  transactor = new Transactor(service.database);
});
afterAll(() => service.close());

// Past the queue that a process has for each board: so many processes at once can't be started here. The plain read
// comes first because a transaction that keeps what its first read saw would let several win.
it(`${CLAIMANTS} transactions that read before they lock the board have one winner`, async () => {
  const { board } = (await openLeases(service))('alice');
  const ref = await refOf(service, board);
  for (let round = 0; round < ROUNDS; round += 1) {
    const claims = Array.from({ length: CLAIMANTS }, (_, place) =>
      transactor.run((tx) => claim(tx, ref, { agent: `agent-${place}`, name: `${round}.ts` })),
    );
    expect((await Promise.all(claims)).filter((kind) => kind === 'granted')).toHaveLength(1);
  }
});

async function claim(
  tx: EntityManager,
  board: BoardRef,
  asked: { readonly agent: string; readonly name: string },
): Promise<string> {
  const [journal, leases] = [new JournalRepository(service.database), new LeasesRepository(service.database)];
  await tx.query('SELECT * FROM lease WHERE board_id = ?', [board.boardId]);
  const head = await journal.lockHead(tx, board);
  const resources = [resourceOf(asked.name)];
  const holder = asked.agent as AgentName;
  const { leases: open, nowMs } = await leases.locked(tx, board);
  const decision = decideClaim(open, { agent: holder, resources, leaseS: 900 }, nowMs);
  if (decision.kind !== 'granted') return decision.kind;
  const { expiresAtMs } = decision;
  const seq = await journal.allotSeqs(tx, board, 1);
  expect(seq).toBe(head + 1);
  const lease = { seq, holder, resources, intent: '', grantedAtMs: nowMs, expiresAtMs, isLapseTold: false };
  await leases.insert(tx, board, lease);
  return decision.kind;
}
