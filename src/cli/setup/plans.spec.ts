import { expect, it } from '@jest/globals';
import { type ClientName, CLIENTS } from '../clients.js';
import { plansFor } from './plans.js';

const NAMES = ['URL', 'PORT', 'TOKEN', 'AGENT', 'BOARD', 'TOOLSETS'].map((name) => `GISTBOARD_${name}`);

/** All that is written for a client in a project. */
const written = (client: ClientName): string => {
  const places = { home: '/h', project: '/h/p', env: {}, program: '/g/gistboard.js' };
  return JSON.stringify(plansFor(client, { scope: 'project', isUnattended: false, flags: [] }, places));
};

it.each(CLIENTS)('an adapter of %s is passed all that hooks read, too: one service, one name, one board', (client) => {
  const named = [...written(client).matchAll(/(?<!\$\{?)GISTBOARD_[A-Z]+/g)].map(([name]) => name);
  expect(named).toEqual(NAMES);
});

it('Codex, which passes on only what is named, names where the store and the memory of hooks are', () => {
  for (const name of ['XDG_DATA_HOME', 'XDG_STATE_HOME']) expect(written('codex')).toContain(name);
  expect(written('claude-code')).not.toContain('XDG_');
});
