import { describe, expect, it } from '@jest/globals';
import { inviteUrlOf } from './invite-url.js';

const CODE = `gbi_${'a'.repeat(43)}`;

describe('the URL of an invite', () => {
  it.each([
    [`http://127.0.0.1:8660/join#${CODE}`, 'http://127.0.0.1:8660'],
    [`https://boards.example.org/team/join#${CODE}`, 'https://boards.example.org/team'],
    [`https://boards.example.org/join/#${CODE}`, 'https://boards.example.org'],
  ])('%s leads to %s', (text, service) => {
    expect(inviteUrlOf(text)).toEqual({ service, code: CODE });
  });

  it.each([
    '',
    CODE,
    `http://h/#${CODE}`,
    `http://h/join?code=${CODE}`,
    `ftp://h/join#${CODE}`,
    `http://h/join#${CODE}x`,
    `http://u:p@h/join#${CODE}`,
    'http://h/join#gbt_x',
  ])('is not %j, and nothing of that is repeated', (text) => {
    expect(() => inviteUrlOf(text)).toThrow(/^That is no invite\. /);
    expect(() => inviteUrlOf(text)).not.toThrow(/aaaa/);
  });
});
