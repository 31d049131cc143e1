import { describe, expect, it } from '@jest/globals';
import { readAnswer } from './service-answer.js';

const response = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) });
const problem = {
  code: 'overloaded',
  detail: 'Too much is under way.',
  status: 503,
  title: '',
  type: '',
  instance: '',
};

describe('an answer of the service', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"content":[]}}', { kind: 'result', result: { content: [] } }],
    [
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no such tool"}}',
      { kind: 'error', code: -32602, message: 'no such tool' },
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { kind: 'stranger', status: 200 }],
    ['<html>', { kind: 'stranger', status: 200 }],
    ['', { kind: 'stranger', status: 200 }],
    ['null', { kind: 'stranger', status: 200 }],
    ['{"status":"ok"}', { kind: 'stranger', status: 200 }],
  ])('%s is read as %j', (text, answer) => {
    expect(readAnswer(response(200), text)).toEqual(answer);
  });

  it.each([
    ['2', 2],
    ['soon', undefined],
    ['-1', undefined],
    [undefined, undefined],
  ])('that is a refusal says with Retry-After %j to wait %j seconds', (header, retryAfterS) => {
    const headers = header === undefined ? {} : { 'Retry-After': header };
    expect(readAnswer(response(503, headers), JSON.stringify(problem))).toMatchObject({
      kind: 'refusal',
      text: expect.stringContaining('Too much is under way.'),
      retryAfterS,
    });
  });
});
