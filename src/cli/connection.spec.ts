import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AGENT_NAME } from '../kernel/names.js';
import { CliError } from './cli-error.js';
import { connectionOf } from './connection.js';

describe('the way to the service', () => {
  it.each([
    [{}, {}, 'http://127.0.0.1:8660', false],
    [{}, { GISTBOARD_PORT: '9000' }, 'http://127.0.0.1:9000', false],
    [{}, { GISTBOARD_URL: '', GISTBOARD_PORT: '' }, 'http://127.0.0.1:8660', false],
    [{}, { GISTBOARD_URL: '${GISTBOARD_URL}', GISTBOARD_TOKEN: '$GISTBOARD_TOKEN' }, 'http://127.0.0.1:8660', false],
    [{}, { GISTBOARD_URL: 'https://boards.example.org/team/' }, 'https://boards.example.org/team', true],
    [{ url: 'http://[::1]:1' }, { GISTBOARD_URL: 'http://other' }, 'http://[::1]:1', true],
  ])('of %j and %j is %s, named: %s', (flags, env, url, isNamed) => {
    expect(connectionOf({ agent: 'alice', ...flags }, env)).toMatchObject({ url, isNamed });
  });

  it.each([
    [{ url: 'boards.example.org' }, {}, 'http or https URL'],
    [{ url: 'ftp://boards' }, {}, 'http or https URL'],
    [{ url: 'http://boards?token=x' }, {}, 'http or https URL'],
    [{ url: 'http://alice:secret@boards' }, {}, 'no name and no password'],
    [{}, { GISTBOARD_PORT: '0' }, 'GISTBOARD_PORT'],
    [{}, { GISTBOARD_PORT: '65536' }, 'GISTBOARD_PORT'],
    [{ agent: 'a b' }, {}, '"a b" is no agent'],
    [{}, { GISTBOARD_TOKEN: 'two words' }, 'GISTBOARD_TOKEN'],
    [{}, { GISTBOARD_TOKEN: 'secret', GISTBOARD_AGENT: 'alice' }, 'Both a token (GISTBOARD_TOKEN'],
    [{ tokenFile: '/not/there' }, {}, "/not/there can't be read"],
  ])('is refused for %j and %j, without repeating a secret', (flags, env, message) => {
    const attempt = () => connectionOf(flags, env);
    expect(attempt).toThrow(CliError);
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(/secret|two words/);
  });
});

describe('who calls', () => {
  it('is whom the token in a file names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gistboard-token-'));
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, 'from-file\n');
    expect(connectionOf({ tokenFile }, { GISTBOARD_TOKEN: 'from-env' }).identity).toEqual({ token: 'from-file' });
    expect(connectionOf({}, { GISTBOARD_TOKEN: 'from-env' }).identity).toEqual({ token: 'from-env' });
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['claude-code', 'claude-code'],
    ['Claude Desktop (mac)', 'Claude-Desktop-mac'],
    ['../../etc', 'etc'],
    ['x'.repeat(100), 'x'.repeat(31)],
  ])('is the user with the client %s where nobody says', (client, ending) => {
    const { identity } = connectionOf({}, {}, client);
    const user = userInfo().username.slice(0, 31);
    expect(identity).toEqual({ agent: `${user}-${ending}` });
    expect('agent' in identity ? identity.agent : '').toMatch(AGENT_NAME);
  });

  it.each([undefined, '', '---', '日本'])('is the user alone where the client is named %j', (client) => {
    expect(connectionOf({}, {}, client).identity).toEqual({ agent: userInfo().username.slice(0, 31) });
  });
});
