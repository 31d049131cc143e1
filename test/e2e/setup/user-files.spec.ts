import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { READ_TOOLS, WRITE_TOOLS } from '../../../src/cli/setup/tools.js';
import { SetupPlace } from '../../support/setup-place.js';

jest.setTimeout(180_000);

describe('setup, where files are somebody else’s too,', () => {
  let place: SetupPlace;
  beforeEach(() => {
    place = new SetupPlace();
  });
  afterEach(() => {
    place.close();
  });
  const setUp = (client: string, ...flags: readonly string[]) => place.run(['setup', client, '--yes', ...flags]);

  it.each([[[]], [['--undo']]])('refuses a link to nothing, which stays one: %j', async (flags) => {
    place.write('work/project/.claude/x', '');
    symlinkSync('../../../dotfiles/settings.json', join(place.project, '.claude/settings.json'));
    const before = place.tree();
    expect(before['work/project/.claude/settings.json']).toBe('a link to nothing');
    const { code, stderr } = await setUp('claude-code', ...flags);
    expect(code).toBe(1);
    expect(stderr).toContain(`is a link to ${join(place.home, 'dotfiles/settings.json')}, where nothing is`);
    expect(place.tree()).toEqual(before);
  });

  it.each([
    ['before', ['mcp__gistboard__board_read', 'mcp__gistboard__post'], []],
    ['since', [], ['mcp__gistboard__claim']],
    ['before and since', ['mcp__gistboard__inbox'], ['mcp__gistboard__post']],
  ])('takes out no approval rule that its user made %s', async (_, before, since) => {
    const path = 'work/project/.claude/settings.json';
    const allowed = () => (place.json(path).permissions as { allow: string[] }).allow;
    const rules = (allow: readonly string[]) => JSON.stringify({ permissions: { allow: ['Bash(ls)', ...allow] } });
    place.write(path, rules(before));
    await setUp('claude-code');
    expect(new Set(allowed()).size).toBe(allowed().length);
    for (const tool of READ_TOOLS) expect(allowed()).toContain(`mcp__gistboard__${tool}`);
    place.write(path, JSON.stringify({ ...place.json(path), permissions: { allow: [...allowed(), ...since] } }));
    await setUp('claude-code', '--undo');
    expect(place.json(path)).toEqual(JSON.parse(rules([...before, ...since])));
  });

  it('takes out the rules of an unattended agent alone when it is one no more', async () => {
    const path = 'work/project/.claude/settings.json';
    const allowed = () => (place.json(path).permissions as { allow: string[] }).allow;
    place.write(path, '{"permissions":{"allow":["mcp__gistboard__post"]}}');
    await setUp('claude-code', '--unattended');
    for (const tool of WRITE_TOOLS) expect(allowed()).toContain(`mcp__gistboard__${tool}`);
    await setUp('claude-code');
    expect([...allowed()].sort()).toEqual([...READ_TOOLS, 'post'].map((tool) => `mcp__gistboard__${tool}`).sort());
  });

  it('takes away no policy of its own that somebody edited', async () => {
    await setUp('gemini', '--scope', 'user');
    const path = '.gemini/policies/gistboard.toml';
    place.write(path, `${place.read(path)}[[rule]]\ntoolName = "mine"\n`);
    const { code, stderr } = await setUp('gemini', '--scope', 'user', '--undo');
    expect([code, stderr.includes('somebody edited it')]).toEqual([1, true]);
    expect(place.read(path)).toContain('"mine"');
  });

  it.each([0o644, 0o600, 0o640])('keeps the rights of a file that is there: %o', async (mode) => {
    place.write('.claude.json', '{}', mode);
    await setUp('claude-code', '--scope', 'user');
    expect([place.modeOf('.claude.json'), place.modeOf('.claude/settings.json')]).toEqual([mode, 0o600]);
  });
});
