import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.js';

/** Who calls: a bare name where the service trusts its network, a token elsewhere. */
export type ClientIdentity = { readonly agent: string } | { readonly token: string };

/** All operations of the service, typed by its OpenAPI document. */
export type GistboardClient = Client<paths>;

/** The header that says who calls. */
export const headersOf = (identity: ClientIdentity): Readonly<Record<string, string>> =>
  'agent' in identity ? { 'X-Agent': identity.agent } : { Authorization: `Bearer ${identity.token}` };

/** A client of the service at `url`. Answers are `{data, error, response}`; `error` is the problem document. */
export const createClient = (url: string, identity: ClientIdentity): GistboardClient =>
  createFetchClient<paths>({ baseUrl: url, headers: headersOf(identity) });
