import { rawRequest } from './raw-request.js';
import type { TestService } from './service.js';
import { until } from './until.js';

/** A service's own numbers: `notes_total{status="admitted"}` -> 57, without `gistboard_`. */
export type Metrics = ReadonlyMap<string, number>;

const OWN_SAMPLE = /^gistboard_(\w+(?:\{.*\})?) ([\d.e+-]+)$/gm;
/** Scrapes are the test's own doing; times, and who holds a connection, are never the same twice. */
const NEVER_EXACT = /route="\/metrics"|_bucket\{|_seconds_sum|^db_connections/;

export async function metricsText(service: Pick<TestService, 'url'>): Promise<string> {
  const { status, text } = await rawRequest(service.url, { path: '/metrics' });
  if (status !== 200) throw new Error(text);
  return text;
}

export async function readMetrics(service: Pick<TestService, 'url'>): Promise<Metrics> {
  const samples = [...(await metricsText(service)).matchAll(OWN_SAMPLE)];
  return new Map(samples.map(([, name = '', value]) => [name, Number(value)]));
}

/** One number; 0 where there is none yet. */
export const metric = async (service: Pick<TestService, 'url'>, name: string): Promise<number> =>
  (await readMetrics(service)).get(name) ?? 0;

/** Every number that `work`, which makes so many requests, has moved, and by how much. */
export async function movedBy(
  service: Pick<TestService, 'url'>,
  requests: number,
  work: () => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> {
  const before = await readMetrics(service);
  await work();
  // A request counts when its connection has seen the end of the answer; a client may have read it before.
  let after = before;
  await until(async () => {
    after = await readMetrics(service);
    return requestsIn(after) >= requestsIn(before) + requests;
  });
  const moves = [...after].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(moves.filter(([name, move]) => move !== 0 && !NEVER_EXACT.test(name)));
}

const requestsIn = (metrics: Metrics): number =>
  [...metrics]
    .filter(([name]) => name.startsWith('http_request_seconds_count') && !NEVER_EXACT.test(name))
    .reduce((sum, [, value]) => sum + value, 0);
