import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { InstancesRepository } from '../../src/auth/instances.repository.js';
import { PresenceRepository } from '../../src/auth/presence.repository.js';
import { PresenceService } from '../../src/auth/presence.service.js';
import type { AgentName, WorkspaceId } from '../../src/kernel/ids.js';
import { Transactor } from '../../src/platform/database/transactor.js';
import { LogLines } from '../support/log-lines.js';
import { skipTime, stopTime, WRITE_EVERY_MS, writtenPresence } from '../support/presence.js';
import { startService, type TestService } from '../support/service.js';
import { countStatements } from '../support/statements.js';

const WORKSPACE = 7 as WorkspaceId;
const NAMES = Array.from({ length: 1_500 }, (_, place) => `agent-${place}` as AgentName);

let service: TestService;
let transactor: Transactor;
let statements: { readonly count: number; readonly transactions: number };
let log: LogLines;
let presence: PresenceService;
let goBack = (): void => undefined;
let letTimeGo = (): void => undefined;
const started: PresenceService[] = [];
beforeAll(async () => {
  service = await startService();
  transactor = new Transactor(service.database);
  statements = countStatements(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  await transactor.run((tx) => tx.query('DELETE FROM presence'));
  log = new LogLines();
  letTimeGo = stopTime();
  presence = start();
});
afterEach(async () => {
  goBack();
  goBack = () => undefined;
  letTimeGo();
  // What is still due would be written into the next test.
  for (const each of started.splice(0)) await each.onApplicationShutdown();
});

/** A process's own, as it starts. */
function start(): PresenceService {
  const { database } = service;
  const instances = new InstancesRepository(database, transactor);
  const process = new PresenceService(new PresenceRepository(database), instances, transactor, log);
  started.push(process);
  return process;
}

const note = (names: readonly AgentName[], by = presence): void => {
  for (const agent of names) by.note({ workspaceId: WORKSPACE, agent, kind: 'member' });
};

/** What is due is written now; how many transactions that took. */
async function write(by = presence): Promise<number> {
  const before = statements.count;
  await by.onApplicationShutdown();
  return statements.count - before;
}

describe('when agents were there', () => {
  it('is written for many in one transaction, in 15 s once for each', async () => {
    for (let times = 0; times < 3; times += 1) note(NAMES);
    expect(await write()).toBe(1);
    const first = await writtenPresence(service);
    expect(first.size).toBe(NAMES.length);
    goBack = skipTime(WRITE_EVERY_MS - 1_000);
    note(NAMES);
    expect(await write()).toBe(0);
    goBack();
    goBack = skipTime(WRITE_EVERY_MS);
    note(NAMES.slice(0, 1));
    expect(await write()).toBe(1);
    const second = await writtenPresence(service);
    const changed = [...second].filter(([agent, at]) => first.get(agent) !== at);
    expect(changed.map(([agent]) => agent)).toEqual(['agent-0']);
  });

  it('is known before it is written, and of a name in any case', async () => {
    note(['Bob' as AgentName]);
    const lookUps = (): number => statements.count - statements.transactions;
    const before = lookUps();
    const { agoMs } = await presence.of(WORKSPACE, ['bOB', 'carol'] as AgentName[]);
    expect([...agoMs]).toEqual([['bob', 0]]);
    expect(lookUps() - before).toBe(2);
    expect((await presence.of(8 as WorkspaceId, ['bob'] as AgentName[])).agoMs.size).toBe(0);
  });

  it('never goes back, whichever process writes last', async () => {
    note(['dora' as AgentName]);
    goBack = skipTime(60_000);
    const other = start();
    note(['dora' as AgentName], other);
    goBack();
    await write(other);
    const newest = (await writtenPresence(service)).get('dora');
    await write();
    expect((await writtenPresence(service)).get('dora')).toBe(newest);
  });

  it('is noted with the next request where it could not be written', async () => {
    const { writer } = service.database;
    await writer.query('ALTER TABLE presence RENAME TO away');
    note(['erin' as AgentName]);
    await write();
    await writer.query('ALTER TABLE away RENAME TO presence');
    expect([log.of('warn'), (await writtenPresence(service)).size]).toEqual([
      [expect.stringContaining('could not')],
      0,
    ]);
    note(['erin' as AgentName]);
    await write();
    expect([...(await writtenPresence(service)).keys()]).toEqual(['erin']);
  });
});
