import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { readEnv } from '../../src/platform/config/env.js';
import { startProcess } from '../support/process.js';

// Starts processes.
jest.setTimeout(300_000);

const ROOT = join(import.meta.dirname, '../..');

describe('the documents', () => {
  it('names every BOARD_ setting in its table, and no other', () => {
    const known = [...refusalOf({ BOARD_NO_SUCH_SETTING: '1' }).matchAll(/BOARD_(?!NO_SUCH)\w+/g)].map(
      ([name]) => name,
    );
    expect(known).toContain('BOARD_DB_PATH');
    expect(
      [...rows().keys()]
        .flatMap((cell) => cell.split(', '))
        .filter((name) => name.startsWith('BOARD_'))
        .sort(),
    ).toEqual([...known].sort());
  });

  it('says the defaults that the code has', () => {
    const { host, port, operator, members, claimTtlS, viewLimit, noticeLeaseS, logLevel, auth, trustProxy } = readEnv(
      {},
    );
    const { fileLimitMb, filesTotalMb, ratePerS, rateBurst } = readEnv({});
    expect(rows().get('HOST, PORT')).toBe(`${host}, ${port}`);
    expect(rows().get('BOARD_OPERATOR')).toBe(operator);
    expect(rows().get('BOARD_MEMBERS_JSON')).toBe(JSON.stringify(Object.fromEntries(members)));
    expect(rows().get('BOARD_CLAIM_TTL_S')).toBe(String(claimTtlS));
    expect(rows().get('BOARD_VIEW_LIMIT')).toBe(String(viewLimit));
    expect(rows().get('BOARD_NOTICE_LEASE_S')).toBe(String(noticeLeaseS));
    expect(rows().get('BOARD_FILE_LIMIT_MB')).toBe(String(fileLimitMb));
    expect(rows().get('BOARD_FILES_TOTAL_MB')).toBe(String(filesTotalMb));
    expect(rows().get('BOARD_RATE_PER_S')).toBe(String(ratePerS));
    expect(rows().get('BOARD_RATE_BURST')).toBe(String(rateBurst));
    expect(rows().get('BOARD_LOG_LEVEL')).toBe(logLevel);
    expect(rows().get('BOARD_TRUST_PROXY')).toBe(String(trustProxy));
    expect(rows().get('BOARD_AUTH')).toBe(`${auth} on loopback, else ${readEnv({ HOST: '0.0.0.0' }).auth}`);
  });

  it('shows what a start prints', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gistboard-readme-'));
    const service = await startProcess({ BOARD_DB_PATH: join(folder, 'gistboard.sqlite') });
    await service.end('SIGTERM');
    rmSync(folder, { recursive: true });
    const asInClone = service
      .output()
      .replaceAll(service.url, 'http://127.0.0.1:8660')
      .replace(' mcp --url http://127.0.0.1:8660\n', ' mcp\n')
      .replace(folder, '.../gistboard/data')
      .replace(ROOT, '.../gistboard');
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`\n\`\`\`text\n${asInClone}\`\`\`\n`);
  });

  // The tour is what a newcomer sees: the embedded store of `npm start`.
  if ((process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite') {
    it.each([
      ['README.md', 9],
      ['docs/turns.md', 6],
      ['docs/cli.md', 9],
    ])('%s has a tour whose commands give the output that it shows', (file, steps) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/tour.mjs', file], {
        cwd: ROOT,
        encoding: 'utf8',
      });
      const said = `${file}: the ${steps} steps of the tour give what it shows\n`;
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: said, stderr: '' });
    });
  }
});

/** The rows of the configuration table: the names of the first cell -> the default, both without backticks. */
function rows(): ReadonlyMap<string, string> {
  const [, section = ''] = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n## Configuration\n');
  const lines = section.split('\n').filter((line) => line.startsWith('| `'));
  return new Map(
    lines.map((line) => {
      const [, names = '', fallback = ''] = line.replaceAll('`', '').split(/ *(?<!\\)\| */);
      return [names, fallback];
    }),
  );
}

function refusalOf(env: Readonly<Record<string, string>>): string {
  try {
    readEnv(env);
    return '';
  } catch (error) {
    return String(error);
  }
}
