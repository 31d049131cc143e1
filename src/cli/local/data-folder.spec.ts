import { describe, expect, it } from '@jest/globals';
import { dataFolder } from './data-folder.js';

describe("a user's data", () => {
  it.each([
    [{}, 'linux', '/home/al/.local/share/gistboard'],
    [{ XDG_DATA_HOME: '/data' }, 'linux', '/data/gistboard'],
    [{ XDG_DATA_HOME: '' }, 'linux', '/home/al/.local/share/gistboard'],
    [{ XDG_DATA_HOME: 'relative' }, 'freebsd', '/home/al/.local/share/gistboard'],
    [{ XDG_DATA_HOME: '/data' }, 'darwin', '/home/al/Library/Application Support/gistboard'],
    [{ LOCALAPPDATA: '/local' }, 'win32', '/local/gistboard'],
    [{}, 'win32', '/home/al/AppData/Local/gistboard'],
  ] as const)('of %j on %s is in %s', (env, platform, folder) => {
    expect(dataFolder(env, platform, '/home/al')).toBe(folder);
  });
});
