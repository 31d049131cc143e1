import { describe, expect, it } from '@jest/globals';
import { greeting } from './greeting.js';
import { readEnv } from './platform/config/env.js';

const DSN = 'mysql://app:hunter2@db:3307/gists';
const lineOf = (env: Readonly<Record<string, string>>, name: string, url = 'http://127.0.0.1:8660'): string =>
  greeting(readEnv(env), url)
    .split('\n')
    .find((line) => line.startsWith(`  ${name} `)) ?? '';

describe('the greeting', () => {
  it('names the store, and never a password', () => {
    expect(lineOf({ BOARD_DB_PATH: '/a/b.sqlite' }, 'store')).toBe('  store     /a/b.sqlite');
    expect(lineOf({ MYSQL_DSN: DSN }, 'store')).toBe('  store     MySQL at db:3307/gists');
    expect(greeting(readEnv({ MYSQL_DSN: DSN }), 'http://127.0.0.1:8660')).not.toContain('hunter2');
  });

  it('says how to call it in the mode that it is in', () => {
    expect(lineOf({}, 'try')).toContain("-H 'X-Agent: YOUR-NAME'");
    expect(lineOf({ BOARD_AUTH: 'token' }, 'try')).toContain('-H "Authorization: Bearer $GISTBOARD_TOKEN"');
  });

  it('connects by the path of its own command, which needs no registry, and by the address where it is another', () => {
    const command = /^ {2}connect {3}claude mcp add gistboard -- node \S*\/cli\/gistboard\.js mcp/;
    expect(lineOf({}, 'connect')).toMatch(new RegExp(`${command.source}$`));
    expect(lineOf({}, 'connect', 'http://127.0.0.1:9000')).toMatch(
      new RegExp(`${command.source} --url http://127\\.0\\.0\\.1:9000$`),
    );
  });

  it('connects by HTTP where others may come from elsewhere', () => {
    expect(lineOf({ HOST: '0.0.0.0', BOARD_AUTH: 'trusted' }, 'connect', 'http://board')).toBe(
      "  connect   claude mcp add --transport http gistboard http://board/mcp --header 'X-Agent: YOUR-NAME'",
    );
  });
});
