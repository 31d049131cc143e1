import { AGENT_NAME } from '../../kernel/names.js';
import { badRequest, Problem } from '../../kernel/problem.js';

export type Credential =
  { readonly kind: 'bearer'; readonly token: string } | { readonly kind: 'name'; readonly name: string };

/** What a request says of its caller; header names are in lower case, as Node gives them. */
export interface CredentialHeaders {
  readonly authorization?: string | undefined;
  readonly 'x-agent'?: string | readonly string[] | undefined;
}

/**
 * The credential of a request, for every surface. A bearer token is honoured in both modes; a bare name in trusted mode
 * alone. Throws `unauthenticated` where there is none that counts, `bad_request` where there are two or it is malformed.
 */
export function credentialOf(headers: CredentialHeaders, mode: 'trusted' | 'token'): Credential {
  const { authorization, 'x-agent': name } = headers;
  if (authorization !== undefined && name !== undefined) {
    throw badRequest('X-Agent', 'stands beside a bearer token; the token alone says who is calling, so leave it out');
  }
  if (authorization !== undefined) return { kind: 'bearer', token: tokenOf(authorization) };
  if (mode === 'token') {
    throw new Problem('unauthenticated', 'Send your token as "Authorization: Bearer <token>"; an operator makes one.');
  }
  if (name === undefined) {
    throw new Problem(
      'unauthenticated',
      'Say who is calling: send the header "X-Agent: <your name>", or a bearer token.',
    );
  }
  if (typeof name !== 'string' || !AGENT_NAME.test(name)) {
    throw badRequest(
      'X-Agent',
      'must be a name of 1-64 letters, digits, ".", "_", "-" that starts with a letter or digit',
    );
  }
  return { kind: 'name', name };
}

function tokenOf(authorization: string): string {
  const token = /^Bearer +([\x21-\x7E]{1,256}) *$/i.exec(authorization)?.[1];
  if (token === undefined) {
    throw new Problem('unauthenticated', 'The Authorization header must read "Bearer <token>".');
  }
  return token;
}
