import { describe, expect, it } from '@jest/globals';
import { parsePatchFields } from './patch-fields.js';

const NONE = { files: undefined, idea: undefined, evidence: undefined, risk: undefined };

describe('parsePatchFields', () => {
  it.each([
    ['', NONE],
    ['files=a.ts|idea=b|evidence=c|risk=d', { files: 'a.ts', idea: 'b', evidence: 'c', risk: 'd' }],
    ['FILES = a.ts | Evidence = ran t PASSED', { ...NONE, files: 'a.ts', evidence: 'ran t PASSED' }],
    ['evidence=a | b passed', { ...NONE, evidence: 'a | b passed' }],
    ['evidence=a | owner=me | risk=low', { ...NONE, evidence: 'a | owner=me', risk: 'low' }],
    ['evidence= | b passed', { ...NONE, evidence: 'b passed' }],
    ['evidence= | evidence=one | evidence=two | more', { ...NONE, evidence: 'one' }],
    ['evidence=', NONE],
    ['evidence=  |  ', NONE],
    ['lead | files=a', { ...NONE, files: 'a' }],
    ['files=a evidence=b', { ...NONE, files: 'a evidence=b' }],
    ['evidence: x', NONE],
    ['myfiles=a', NONE],
    ['idea=x==y', { ...NONE, idea: 'x==y' }],
    ['__proto__=a | constructor=b', NONE],
  ])('reads %j', (text, fields) => {
    expect(parsePatchFields(text)).toEqual(fields);
  });
});
