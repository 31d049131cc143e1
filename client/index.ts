import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.js';

/** Who calls: a bare name where the service trusts its network, a token elsewhere. */
export type ClientIdentity = { readonly agent: string } | { readonly token: string };

/** All operations of the service, typed by its OpenAPI document. */
export type GistboardClient = Client<paths>;

/** A client of the service at `url`. Answers are `{data, error, response}`; `error` is the problem document. */
export function createClient(url: string, identity: ClientIdentity): GistboardClient {
  const headers: Record<string, string> =
    'agent' in identity ? { 'X-Agent': identity.agent } : { Authorization: `Bearer ${identity.token}` };
  return createFetchClient<paths>({ baseUrl: url, headers });
}
