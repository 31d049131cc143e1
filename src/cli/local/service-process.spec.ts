import { describe, expect, it } from '@jest/globals';
import { readEnv } from '../../platform/config/env.js';
import { serviceEnv } from './service-process.js';

const PLACE = { port: 9000, store: '/data/gistboard.sqlite' };

describe('the environment of the local service', () => {
  const agents = {
    PATH: '/bin',
    HOME: '/home/al',
    GISTBOARD_TOKEN: 'secret',
    GISTBOARD_AGENT: 'alice',
    GISTBOARD_PORT: '9000',
    BOARD_OPERATOR_TOKEN: 'secret',
    BOARD_UNKNOWN: 'x',
    MYSQL_DSN: 'mysql://u:secret@h/d',
    ANTHROPIC_API_KEY: 'secret',
    NODE_OPTIONS: '--inspect',
    NODE_ENV: 'production',
    PORT: '3000',
    HOST: '0.0.0.0',
  };

  it('holds what a process needs and the settings of the local store, and nothing else of the agent', () => {
    expect(serviceEnv(agents, PLACE)).toEqual({
      PATH: '/bin',
      HOME: '/home/al',
      HOST: '127.0.0.1',
      PORT: '9000',
      BOARD_DB_PATH: '/data/gistboard.sqlite',
      BOARD_LOG_LEVEL: 'warn',
    });
  });

  it('is one that the service takes', () => {
    expect(readEnv(serviceEnv(agents, PLACE))).toMatchObject({
      auth: 'trusted',
      host: '127.0.0.1',
      port: 9000,
      database: { kind: 'sqlite', path: '/data/gistboard.sqlite' },
    });
  });
});
