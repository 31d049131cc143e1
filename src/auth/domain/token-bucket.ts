/** How much one caller may ask: so many requests in a row, and so many a second for good. */
export interface RateLimit {
  readonly perS: number;
  readonly burst: number;
}

/** What is left to a caller at an instant. */
export interface Bucket {
  readonly left: number;
  readonly atMs: number;
}

export type Taken =
  | { readonly isGranted: true; readonly bucket: Bucket }
  /** Nothing was taken; after `retryAfterS` whole seconds one request is granted again. */
  | { readonly isGranted: false; readonly retryAfterS: number };

/** Takes one request from a bucket, which fills up as time goes by; undefined: a full one. */
export function takeOne(bucket: Bucket | undefined, nowMs: number, { perS, burst }: RateLimit): Taken {
  const passedMs = bucket === undefined ? 0 : Math.max(0, nowMs - bucket.atMs);
  const left = bucket === undefined ? burst : Math.min(burst, bucket.left + (passedMs * perS) / 1_000);
  if (left >= 1) return { isGranted: true, bucket: { left: left - 1, atMs: nowMs } };
  return { isGranted: false, retryAfterS: Math.ceil((1 - left) / perS) };
}
