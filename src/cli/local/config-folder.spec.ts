import { describe, expect, it } from '@jest/globals';
import { configFolder } from './config-folder.js';

describe('the folder of what a user has set up', () => {
  it.each([
    ['linux', {}, '/home/u/.config/gistboard'],
    ['linux', { XDG_CONFIG_HOME: '/etc/u' }, '/etc/u/gistboard'],
    ['linux', { XDG_CONFIG_HOME: 'relative' }, '/home/u/.config/gistboard'],
    ['darwin', { XDG_CONFIG_HOME: '/etc/u' }, '/home/u/Library/Application Support/gistboard'],
  ] as const)('on %s with %j is %s', (platform, env, folder) => {
    expect(configFolder(env, platform, '/home/u')).toBe(folder);
  });
});
