import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { decideSet } from '../../src/coordination/facts/domain/decide-set.js';
import { FactsRepository } from '../../src/coordination/facts/facts.repository.js';
import { factDraft } from '../../src/coordination/facts/domain/fact-entry.js';
import { answerDraft, decideAnswer } from '../../src/coordination/agreement/domain/decide-answer.js';
import { ProposalsRepository } from '../../src/coordination/agreement/proposals.repository.js';
import type { BoardRef } from '../../src/journal/domain/board-ref.js';
import { type EntryDraft, entryOf } from '../../src/journal/domain/entry-draft.js';
import { JournalRepository } from '../../src/journal/journal.repository.js';
import { KindsRepository } from '../../src/journal/kinds.repository.js';
import type { AgentName } from '../../src/kernel/ids.js';
import { Transactor } from '../../src/platform/database/transactor.js';
import { AgreementClient } from '../support/agreement-client.js';
import { refOf } from '../support/append-entries.js';
import { NOON } from '../support/fixed-clock.js';
import { startService, type TestService } from '../support/service.js';
import { openTurns } from '../support/turns-client.js';

const AT_ONCE = 30;
const ROUNDS = 3;
const alice = 'alice' as AgentName;

let service: TestService;
let transactor: Transactor;
let journal: JournalRepository;
let facts: FactsRepository;
let proposals: ProposalsRepository;
beforeAll(async () => {
  service = await startService();
  transactor = new Transactor(service.database);
  journal = new JournalRepository(service.database);
  facts = new FactsRepository(service.database, journal);
  proposals = new ProposalsRepository(service.database, journal, new KindsRepository(service.database));
});
afterAll(() => service.close());

async function append(tx: EntityManager, board: BoardRef, draft: EntryDraft): Promise<void> {
  const seq = await journal.allotSeqs(tx, board, 1);
  await journal.insert(tx, board, [entryOf(draft, seq, NOON)]);
}

// Past the queue that a process has for each board, as so many processes would come. A plain read comes first: a
// transaction that went on with what that saw would let several win.
it(`${AT_ONCE} transactions that read before they lock the board set one version of a fact once`, async () => {
  const ref = await refOf(service, (await openTurns(service))('alice').board);
  const set = async (tx: EntityManager, ifVersion: number): Promise<string> => {
    await facts.newest(ref, 'k', tx);
    const head = await journal.lockHead(tx, ref);
    const newest = await facts.newest(ref, 'k', tx);
    const stored = newest === undefined ? undefined : { version: newest.version, isThere: newest.isCurrent };
    const decision = decideSet(stored, { isRemoval: false, ifVersion, factCount: 0 });
    if (decision.kind !== 'set') return decision.kind;
    await facts.add(tx, ref, { key: 'k', version: decision.version, seq: head + 1, isCurrent: true });
    await append(tx, ref, factDraft({ key: 'k', author: alice, text: '1' }));
    return decision.kind;
  };
  for (let version = 0; version < ROUNDS; version += 1) {
    const kinds = await Promise.all(Array.from({ length: AT_ONCE }, () => transactor.run((tx) => set(tx, version))));
    expect(kinds.filter((kind) => kind === 'set')).toHaveLength(1);
  }
});

it(`${AT_ONCE} transactions that read before they lock the board write the last confirmation once`, async () => {
  const { board } = (await openTurns(service))('alice');
  const ref = await refOf(service, board);
  const confirm = async (tx: EntityManager): Promise<string> => {
    await proposals.newest(ref, tx);
    await journal.lockHead(tx, ref);
    const state = await proposals.newest(ref, tx);
    if (state === undefined) return 'nothing proposed';
    const request = { agent: alice, kind: 'confirmed', text: '' } as const;
    const decision = decideAnswer(state, request, await proposals.nowMs(tx));
    if (decision.kind === 'write') await append(tx, ref, answerDraft(state, request));
    return decision.kind;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await new AgreementClient(service, board, 'alice').propose('plan', { required: 1 });
    const kinds = await Promise.all(Array.from({ length: AT_ONCE }, () => transactor.run(confirm)));
    expect(kinds.filter((kind) => kind === 'write')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'nothing')).toHaveLength(AT_ONCE - 1);
  }
});
