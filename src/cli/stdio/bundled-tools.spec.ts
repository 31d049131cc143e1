import { describe, expect, it } from '@jest/globals';
import { CliError } from '../cli-error.js';
import { bundleOf } from './bundled-tools.js';

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
const CATALOGUE = {
  instructions: 'how',
  toolsets: [
    { name: 'board', tools: ['board_read', 'board_write'] },
    { name: 'core', tools: ['whoami'] },
  ],
  tools: [tool('board_read'), tool('board_write'), tool('whoami')],
};

describe('the tools that are told while the service is away', () => {
  it.each([
    [undefined, ['board_read', 'board_write', 'whoami']],
    [['core'], ['whoami']],
    [
      ['core', 'board'],
      ['board_read', 'board_write', 'whoami'],
    ],
  ])('are for the toolsets %j %j', (wanted, names) => {
    const { instructions, list } = bundleOf(CATALOGUE, wanted);
    expect(instructions).toBe('how');
    expect(list.tools.map(({ name }) => name)).toEqual(names);
  });

  it.each([[['other']], [['core', '']]])(
    'are refused for the toolsets %j, which names those that there are',
    (wanted) => {
      const attempt = () => bundleOf(CATALOGUE, wanted);
      expect(attempt).toThrow(CliError);
      expect(attempt).toThrow('board, core');
    },
  );

  it.each([null, [], {}, { ...CATALOGUE, tools: [{ name: 'x' }] }])('are not taken from %j', (value) => {
    expect(() => bundleOf(value, undefined)).toThrow('install the package again');
  });
});
