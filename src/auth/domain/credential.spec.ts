import { describe, expect, it } from '@jest/globals';
import { Problem } from '../../kernel/problem.js';
import { type Credential, type CredentialHeaders, credentialOf } from './credential.js';

const named = (name: string): Credential => ({ kind: 'name', name });
const bearer = (token: string): Credential => ({ kind: 'bearer', token });
const LONG = 'a'.repeat(64);

function codeOf(headers: CredentialHeaders, mode: 'trusted' | 'token'): string {
  try {
    credentialOf(headers, mode);
  } catch (error) {
    if (error instanceof Problem) return error.code;
  }
  return 'none';
}

describe('a credential in trusted mode', () => {
  it.each<[CredentialHeaders, Credential]>([
    [{ 'x-agent': 'alice' }, named('alice')],
    [{ 'x-agent': 'Alice.B_c-9' }, named('Alice.B_c-9')],
    [{ 'x-agent': '9' }, named('9')],
    [{ 'x-agent': LONG }, named(LONG)],
    [{ authorization: 'Bearer abc' }, bearer('abc')],
    [{ authorization: 'bearer   abc ' }, bearer('abc')],
    [{ authorization: `Bearer ${'x'.repeat(256)}` }, bearer('x'.repeat(256))],
  ])('%j is %j', (headers, credential) => {
    expect(credentialOf(headers, 'trusted')).toEqual(credential);
  });

  it.each<[CredentialHeaders, string]>([
    [{}, 'unauthenticated'],
    [{ 'x-agent': '' }, 'bad_request'],
    [{ 'x-agent': 'a b' }, 'bad_request'],
    [{ 'x-agent': '.alice' }, 'bad_request'],
    [{ 'x-agent': 'reviewer#1' }, 'bad_request'],
    [{ 'x-agent': 'é' }, 'bad_request'],
    [{ 'x-agent': 'alice\n' }, 'bad_request'],
    [{ 'x-agent': `${LONG}a` }, 'bad_request'],
    [{ 'x-agent': ['alice', 'bob'] }, 'bad_request'],
    [{ authorization: 'Bearer abc', 'x-agent': 'alice' }, 'bad_request'],
    [{ authorization: 'Basic abc', 'x-agent': 'alice' }, 'bad_request'],
    [{ authorization: '' }, 'unauthenticated'],
    [{ authorization: 'abc' }, 'unauthenticated'],
    [{ authorization: 'Basic abc' }, 'unauthenticated'],
    [{ authorization: 'Bearer' }, 'unauthenticated'],
    [{ authorization: 'Bearer a b' }, 'unauthenticated'],
    [{ authorization: `Bearer ${'x'.repeat(257)}` }, 'unauthenticated'],
  ])('%j is refused as %s', (headers, code) => {
    expect(codeOf(headers, 'trusted')).toBe(code);
  });
});

describe('a credential in token mode', () => {
  it('is a bearer token', () => {
    expect(credentialOf({ authorization: 'Bearer abc' }, 'token')).toEqual(bearer('abc'));
  });

  it.each<[CredentialHeaders, string]>([
    [{}, 'unauthenticated'],
    [{ 'x-agent': 'alice' }, 'unauthenticated'],
    [{ 'x-agent': 'a b' }, 'unauthenticated'],
    [{ authorization: 'Bearer abc', 'x-agent': 'alice' }, 'bad_request'],
  ])('%j is refused as %s', (headers, code) => {
    expect(codeOf(headers, 'token')).toBe(code);
  });
});
