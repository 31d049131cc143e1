import { describe, expect, it } from '@jest/globals';
import { SystemClock } from '../kernel/clock.js';
import type { BoardId, WorkspaceId } from '../kernel/ids.js';
import { Problem } from '../kernel/problem.js';
import { Answer } from '../platform/http/answer.js';
import type { Idempotency } from '../platform/http/idempotency.js';
import type { BoardCommit } from './board-commit.js';
import { grantBoardRef } from './domain/board-ref.js';
import type { SharedCommand } from './journal-command.js';
import { JournalWriter } from './journal-writer.js';

const command: SharedCommand<null> = {
  kind: 'shared',
  board: grantBoardRef(1 as WorkspaceId, 1 as BoardId),
  key: undefined,
  entryCount: 1,
  bytes: 1,
  decide: () => Promise.resolve({ drafts: [], answer: new Answer(201, null) }),
};

/** How many commands each commit held, where every commit fails so: one write, and four that come meanwhile. */
async function commitsThatFail(error: unknown): Promise<readonly number[]> {
  const sizes: number[] = [];
  const commits = {
    run: async (commands: readonly unknown[]) => {
      sizes.push(commands.length);
      await Promise.resolve();
      throw error;
    },
    knownKeys: () => Promise.resolve(new Set()),
  };
  const unkeyed = { once: (_key: unknown, work: () => Promise<unknown>) => work() };
  const writer = new JournalWriter(
    commits as unknown as BoardCommit,
    unkeyed as unknown as Idempotency,
    new SystemClock(),
  );
  const writes = await Promise.allSettled(Array.from({ length: 5 }, () => writer.write(command)));
  expect(writes).toEqual(Array.from({ length: 5 }, () => ({ status: 'rejected', reason: error })));
  return sizes;
}

const errorWith = (members: object): Error => Object.assign(new Error('of the database'), members);

describe('a shared commit that fails', () => {
  it.each<[string, unknown]>([
    ['is held by others', errorWith({ code: 'SQLITE_BUSY' })],
    ['asks for another try, time after time', errorWith({ errno: 1213 })],
    ['does not answer within the deadline', new Problem('timed_out', 'late')],
    ['is away', errorWith({ code: 'ECONNRESET' })],
    ['is full', errorWith({ code: 'SQLITE_FULL' })],
  ])('since the store %s fails for all of its requests at once', async (_, error) => {
    expect(await commitsThatFail(error)).toEqual([1, 4]);
  });

  it.each<[string, unknown]>([
    ['a fault', new Error('of one request')],
    ['a refusal', new Problem('not_found', 'of one request')],
  ])('for %s of one of its requests tries each alone', async (_, error) => {
    expect(await commitsThatFail(error)).toEqual([1, 4, 1, 1, 1, 1]);
  });
});
