import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { problemOfDatabaseError } from '../../src/platform/database/database-errors.js';
import { isOnMysql } from '../support/database-kind.js';
import { SmallDisk } from '../support/full-disk.js';
import { sendKeyed } from '../support/keyed-writer.js';
import { startProcess } from '../support/process.js';
import { type RawAnswer, rawRequest } from '../support/raw-request.js';
import { labelsUpTo, wholeJournal } from '../support/whole-journal.js';

const WRITERS = 4;
const LONG = 'x'.repeat(20_000);
const resultsIn = (text: string) => (JSON.parse(text) as { results: { label: string; index: number }[] }).results;
const disk = isOnMysql ? undefined : SmallDisk.open('8m');

it.each([{ errno: 1021 }, { errno: 1114 }, { code: 'SQLITE_FULL' }])(
  'the %j of a store without room becomes a 503 that tells when to ask again',
  (driverError) => {
    const failed = new QueryFailedError('INSERT', [], Object.assign(new Error('full'), driverError));
    const problem = problemOfDatabaseError(failed);
    expect(problem).toMatchObject({ code: 'unavailable', extras: { retryAfterS: 2 } });
    expect(problem?.detail).toContain('Nothing was written');
  },
);

if (disk !== undefined) {
  afterAll(() => {
    disk.close();
  });

  describe('a disk that is full, under the store and all that belongs to it', () => {
    it('refuses writes, goes on reading, loses nothing, and takes writes again with room, without a restart', async () => {
      const env = { BOARD_DB_PATH: join(disk.folder, 'board.sqlite') };
      const life = await startProcess(env);
      const acknowledged = new Map<string, string>();
      const refused = new Set<string>();
      const get = (path: string): Promise<RawAnswer> =>
        rawRequest(life.url, { path, headers: { 'x-agent': 'reader' } });
      const writeAll = (name: string, count: number): Promise<unknown> =>
        Promise.all(
          Array.from({ length: WRITERS }, async (_, writer) => {
            for (let note = 0; note < count; note += 1) {
              const content = `${name} writer ${writer} note ${note}`;
              const sending = await sendKeyed(life.url, `agent-${writer}`, content);
              if (sending.kind === 'stored') acknowledged.set(sending.label, content);
              else refused.add(content);
              if (sending.kind === 'refused') expect(sending.retryAfter).toMatch(/^[1-9]\d?$/);
              expect(sending.kind).not.toBe('unanswered');
            }
          }),
        );
      const writeLong = async (): Promise<number> => {
        const notes = Array.from({ length: 20 }, (_, note) => ({
          type: 'FACT',
          content: `long ${note}`,
          detail: LONG,
        }));
        const headers = { 'x-agent': 'long' };
        const sent = { method: 'POST', path: '/board/main/write', headers, body: { notes } };
        const { status, text } = await rawRequest(life.url, sent);
        if (status !== 201) expect([status, text]).toEqual([503, expect.stringContaining('Nothing was written')]);
        else for (const { label, index } of resultsIn(text)) acknowledged.set(label, `long ${index}`);
        return status;
      };
      try {
        expect((await get('/board/main/read')).status).toBe(200);
        for (let round = 1; round <= 2; round += 1) {
          await writeAll(`room ${round}`, 5);
          disk.fill();
          // What the files have already may take some notes more; then there is no room at all.
          while ((await writeLong()) === 201);
          for (let push = 0; refused.size === 0 && push < 40; push += 1) await writeAll(`full ${round}.${push}`, 5);
          expect(refused.size).toBeGreaterThan(0);
          await writeAll(`refused ${round}`, 2);
          for (const path of ['/board/main/read', '/board/main/read_all', '/board/main/grep?q=room', '/whoami'])
            expect([path, (await get(path)).status]).toEqual([path, 200]);
          expect((await wholeJournal(life.url)).map(({ label }) => label)).toEqual(labelsUpTo(acknowledged.size));
          disk.makeRoom();
          await Promise.all(
            [...refused].map(async (content) => {
              const sending = await sendKeyed(life.url, content.replace(/.*writer (\d+) .*/, 'agent-$1'), content);
              expect(sending).toMatchObject({ kind: 'stored', isReplayed: false });
              if (sending.kind === 'stored') acknowledged.set(sending.label, content);
            }),
          );
          refused.clear();
        }
        expect(life.output()).not.toContain('unforeseen error');
      } finally {
        await life.end('SIGKILL');
      }
      const next = await startProcess(env);
      try {
        const entries = await wholeJournal(next.url);
        expect(new Map(entries.map(({ label, content }) => [label, content]))).toEqual(acknowledged);
        expect(entries.map(({ label }) => label)).toEqual(labelsUpTo(acknowledged.size));
      } finally {
        await next.end('SIGTERM');
      }
    });
  });
}
