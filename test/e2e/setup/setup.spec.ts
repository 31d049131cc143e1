import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CLIENTS } from '../../../src/cli/clients.js';
import { SCOPES } from '../../../src/cli/setup/setup-options.js';
import { CLI } from '../../support/cli.js';
import { hookExample } from '../../support/hook-process.js';
import { SetupPlace } from '../../support/setup-place.js';

jest.setTimeout(180_000);

let place: SetupPlace;
beforeEach(() => {
  place = new SetupPlace();
});
afterEach(() => {
  place.close();
});

const setUp = (client: string, ...flags: readonly string[]) => place.run(['setup', client, '--yes', ...flags]);

/** What people have in these files already, each in a way of its own. */
const EXISTING: Readonly<Record<string, string>> = {
  'work/project/.mcp.json': '{"mcpServers":{"docs":{"command":"docs","env":{"KEY":"secret-in-file"}}}}',
  'work/project/.claude/settings.json':
    '{\r\n\t"zeta": 1,\r\n\t"permissions": {\r\n\t\t"allow": ["Bash(ls)"],\r\n\t\t"deny": []\r\n\t},\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{ "hooks": [{ "type": "command", "command": "say done" }] }\r\n\t\t]\r\n\t},\r\n\t"alpha": 2\r\n}\r\n',
  'work/project/.codex/config.toml':
    '# mine\nmodel = "x" # why\n\n[mcp_servers.docs]\ncommand = \'docs\'\nargs = [\n  "a", # first\n  "b",\n]\n[projects."/w"]\ntrust_level = "trusted"',
  'work/project/.codex/hooks.json': '{ "hooks": {} }',
  'work/project/.gemini/settings.json':
    '{\n    // look\n    "ui": {"theme": "x"}, /* two */\n    "mcpServers": {\n        "docs": {"command": "docs"} // last\n    }\n}\n',
  '.claude.json': '{\n  "numStartups": 7,\n  "oauthAccount": {"x": "secret-in-file"}\n}',
  '.claude/settings.json': '',
  '.codex/config.toml': '\n\n',
  '.codex/hooks.json': '{\n  "hooks": {\n    "Stop": []\n  }\n}\n',
  '.gemini/settings.json': '{}',
};

describe.each(CLIENTS.flatMap((client) => SCOPES.map((scope) => [client, scope] as const)))(
  'setup %s --scope %s',
  (client, scope) => {
    const run = (...flags: readonly string[]) => setUp(client, '--scope', scope, ...flags);

    it('where there is nothing: writes, has nothing to do then, and undoes all of it', async () => {
      const before = place.tree();
      const { code, stdout } = await run();
      expect([code, stdout.includes('Done.')]).toEqual([0, true]);
      const after = place.tree();
      expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
      expect((await run()).stdout).toBe('It is set up already.\n');
      expect(place.tree()).toEqual(after);
      expect((await run('--undo')).code).toBe(0);
      expect(place.tree()).toEqual(before);
      expect((await run('--undo')).stdout).toBe('There is nothing of gistboard to take out.\n');
    });

    it('keeps what is there, and undo restores it to the byte', async () => {
      for (const [path, text] of Object.entries(EXISTING)) place.write(path, text);
      const before = place.tree();
      const { code, stdout, stderr } = await run();
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).not.toContain('secret-in-file');
      const after = place.tree();
      for (const [path, text] of Object.entries(before)) {
        if (!text.startsWith('false ')) continue;
        const kept = [...(after[path] ?? '')];
        let at = 0;
        for (const character of text) at = kept.indexOf(character, at) + 1 || Number.NaN;
        expect([path, Number.isNaN(at)]).toEqual([path, false]);
      }
      expect((await run()).stdout).toBe('It is set up already.\n');
      await run('--unattended');
      expect(place.tree()).not.toEqual(after);
      await run();
      expect(place.tree()).toEqual(after);
      await run('--undo');
      expect(place.tree()).toEqual(before);
    });

    it('takes out what is its own where others have edited the files since', async () => {
      await run();
      for (const [path, text] of Object.entries(place.tree())) {
        if (path.endsWith('.json')) place.write(path, text.slice('false '.length).replace('{', '{ "mine": 1,'));
        if (path.endsWith('config.toml')) place.write(path, `${text.slice('false '.length)}\n[mine]\nx = 1\n`);
      }
      await run('--undo');
      const left = Object.entries(place.tree()).filter(([, text]) => text !== 'a folder');
      expect(left.filter(([, text]) => text.includes('gistboard'))).toEqual([]);
      expect(left.every(([, text]) => text.includes('mine'))).toBe(true);
      for (const [path, text] of left)
        if (path.endsWith('.json')) expect(JSON.parse(text.slice('false '.length))).toEqual({ mine: 1 });
    });

    it('shows what it would write and asks; without a terminal it writes nothing', async () => {
      const before = place.tree();
      const { code, stdout, stderr } = await place.run(['setup', client, '--scope', scope]);
      expect(code).toBe(1);
      expect(stdout).toMatch(/^\+.*gistboard/m);
      expect(stderr).toBe('Nothing was written. Add --yes to write this.\n');
      expect(place.tree()).toEqual(before);
    });

    it('writes the names of variables and never a token', async () => {
      await place.run(['setup', client, '--scope', scope, '--yes'], { GISTBOARD_TOKEN: 'a-real-token' });
      const files = JSON.stringify(place.tree());
      expect(files).toContain('GISTBOARD_TOKEN');
      expect(files).not.toContain('a-real-token');
    });

    it('approves exactly the tools that read, by name; --unattended those that write, too', async () => {
      const tools = (): readonly string[] => {
        const found =
          JSON.stringify(place.tree()).match(/(?<=__|tools\.|")(board_\w+|inbox|whoami|guide|post)\b/g) ?? [];
        return [...new Set(found)].sort();
      };
      const reads = ['board_grep', 'board_read', 'board_unfold', 'guide', 'inbox', 'whoami'];
      await run();
      expect(tools()).toEqual(reads);
      await run('--unattended');
      expect(tools()).toEqual([...reads, 'board_release', 'board_write', 'post'].sort());
    });

    it('makes files of a user readable for that user only, and loosens no rights', async () => {
      for (const [path, text] of Object.entries(EXISTING)) place.write(path, text, 0o400);
      await run();
      for (const path of Object.keys(EXISTING)) expect([path, place.modeOf(path)]).toEqual([path, 0o400]);
      await run('--undo');
      place.close();
      place = new SetupPlace();
      await run();
      const files = Object.entries(place.tree()).filter(([, text]) => text !== 'a folder');
      const modes = files.map(([path]) => place.modeOf(path));
      if (scope === 'user') expect(new Set(modes)).toEqual(new Set([0o600]));
    });
  },
);

describe('setup', () => {
  it('writes through a link, which stays one', async () => {
    place.write('dotfiles/settings.json', '{\n  "a": 1\n}\n');
    place.write('work/project/.claude/x', '');
    symlinkSync(join(place.home, 'dotfiles/settings.json'), join(place.project, '.claude/settings.json'));
    const before = place.tree();
    await setUp('claude-code');
    expect(place.json('dotfiles/settings.json')).toHaveProperty('hooks');
    expect(place.tree()['work/project/.claude/settings.json']).toMatch(/^true /);
    await setUp('claude-code', '--undo');
    expect(place.tree()).toEqual(before);
  });

  it.each([
    ['work/project/.mcp.json', '{"a": 1,}', 'claude-code', 'line 1, column 9: it is no valid JSON'],
    [
      'work/project/.claude/settings.json',
      '{\n  "a": 1 // why\n}',
      'claude-code',
      'line 2, column 10: it is no valid JSON',
    ],
    [
      'work/project/.claude/settings.json',
      '{\n "permissions": {"allow": {}}}',
      'claude-code',
      '"permissions.allow" is expected to be a list',
    ],
    ['work/project/.claude/settings.json', '[]', 'claude-code', 'a JSON object is expected'],
    [
      'work/project/.mcp.json',
      '{"mcpServers":{"gistboard":{"command":"other"}}}',
      'claude-code',
      'there is an MCP server "gistboard"',
    ],
    [
      'work/project/.codex/config.toml',
      'a = 1\nb = "x\n',
      'codex',
      'line 2, column 5: it is no valid TOML (a value is expected)',
    ],
    [
      'work/project/.codex/config.toml',
      '[mcp_servers.gistboard]\ncommand = "x"\n',
      'codex',
      'there is an MCP server "gistboard"',
    ],
    ['work/project/.codex/config.toml', 'mcp_servers = {}\n', 'codex', 'all MCP servers stand in one value'],
    ['work/project/.codex/hooks.json', '{"hooks": {"Stop": {}}}', 'codex', '"hooks.Stop" is expected to be a list'],
    ['work/project/.gemini/settings.json', '{"mcpServers": 7}', 'gemini', '"mcpServers" is expected to be an object'],
  ])('refuses %s that holds %j, says the place, and touches nothing', async (path, text, client, message) => {
    place.write(path, text);
    const before = place.tree();
    const { code, stderr } = await setUp(client);
    expect(code).toBe(1);
    expect(stderr).toContain(join(place.home, path));
    expect(stderr).toContain(message);
    expect(stderr).toContain('Nothing was changed.');
    expect(place.tree()).toEqual(before);
  });

  it.each([
    [['--url', 'http://al:gbt_secret@board.example'], 'must hold no name and no password'],
    [['--url', 'https://gbt_secret@board.example'], 'must hold no name and no password'],
    [['--url', 'http://board.example/?token=gbt_secret'], 'must be an http or https URL'],
    [['--url', 'nonsense'], 'must be an http or https URL'],
    [['--board', 'a\n"b'], 'The board must be'],
    [['--board', '--undo'], 'The board must be'],
    [['--board', 'Main'], 'The board must be'],
  ])('refuses %j, repeats nothing of it, and writes nothing', async (flags, message) => {
    const before = place.tree();
    for (const client of CLIENTS) {
      const { code, stdout, stderr } = await setUp(client, ...flags);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('gbt_secret');
    }
    expect(place.tree()).toEqual(before);
  });

  it('writes a command that works from any folder: the adapter, and each hook', async () => {
    await setUp('claude-code', '--url', 'http://127.0.0.1:9', '--board', 'main');
    const servers = place.json('work/project/.mcp.json').mcpServers as Record<
      string,
      { command: string; args: string[] }
    >;
    expect(servers.gistboard).toMatchObject({
      command: 'node',
      args: [CLI, 'mcp', '--url', 'http://127.0.0.1:9', '--board', 'main'],
    });
    const hooks = place.json('work/project/.claude/settings.json').hooks as Record<
      string,
      { hooks: { command: string }[] }[]
    >;
    const commands = Object.values(hooks).flatMap((groups) =>
      groups.flatMap((group) => group.hooks.map(({ command }) => command)),
    );
    expect(commands).toEqual(
      ['session-start', 'user-prompt-submit', 'post-tool-use', 'stop', 'pre-tool-use'].map(
        (event) => `node ${CLI} hook claude-code ${event} --url http://127.0.0.1:9 --board main`,
      ),
    );
    const { status, stderr } = spawnSync('sh', ['-c', commands[0] ?? ''], {
      input: JSON.stringify(hookExample('claude-code', 'session-start').input),
      env: { PATH: process.env.PATH, HOME: place.home },
      cwd: '/',
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('from a folder inside the project sets up the project', async () => {
    place.write('work/project/src/a.ts', '');
    await place.run(['setup', 'codex', '--yes'], {}, join(place.project, 'src'));
    expect(place.read('work/project/.codex/config.toml')).toContain('[mcp_servers.gistboard]');
  });

  it('heeds CLAUDE_CONFIG_DIR and CODEX_HOME', async () => {
    const env = { CLAUDE_CONFIG_DIR: join(place.home, 'cc'), CODEX_HOME: join(place.home, 'cx') };
    await place.run(['setup', 'claude-code', '--scope', 'user', '--yes'], env);
    await place.run(['setup', 'codex', '--scope', 'user', '--yes'], env);
    const files = Object.entries(place.tree()).filter(([, text]) => text !== 'a folder');
    expect(files.map(([path]) => path)).toEqual([
      'cc/.claude.json',
      'cc/settings.json',
      'cx/config.toml',
      'cx/hooks.json',
    ]);
  });

  it('prints the changes as JSON, and writes them with --yes only', async () => {
    const asked = JSON.parse((await place.run(['setup', 'codex', '--json'])).stdout) as Record<string, unknown>;
    expect(asked).toMatchObject({ client: 'codex', scope: 'project', written: false });
    expect(asked.files).toHaveLength(2);
    expect(JSON.parse((await place.run(['setup', 'codex', '--json', '--yes'])).stdout)).toMatchObject({
      written: true,
    });
  });
});
