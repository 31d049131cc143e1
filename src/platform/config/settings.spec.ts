import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readEnv } from './env.js';
import { Settings } from './settings.js';

describe('Settings', () => {
  it("keep the hash of the operator's token and not the token", () => {
    const token = 'operator-token-0123456789';
    const settings = new Settings(readEnv({ BOARD_OPERATOR_TOKEN: token }), 'http://127.0.0.1:8660');
    expect(settings.operatorTokenDigest).toEqual(createHash('sha256').update(token).digest());
    expect(Object.values(settings)).not.toContain(token);
  });

  it('have no hash where there is no token', () => {
    expect(new Settings(readEnv({}), 'http://127.0.0.1:8660').operatorTokenDigest).toBeNull();
  });
});
