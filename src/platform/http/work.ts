import type { IncomingHttpHeaders } from 'node:http';

/** Up to here a body may be all notes; what is longer is mostly details, which cost less to check. */
const NOTES_KIB = 32;
const DETAIL_KIB_PER_UNIT = 8;
/** What a body without a declared length counts as; it may grow to 1 MiB. */
const UNDECLARED_KIB = 16;
const MAX_KIB = 1_024;
const NOTES_PER_UNIT = 8;

/**
 * How much a request's body is going to cost, told from its headers: one unit is about half a millisecond of one core,
 * the work of one short note. 0: there is no body.
 */
export function workOf(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return unitsOf(UNDECLARED_KIB);
  const bytes = Number(headers['content-length'] ?? 0) || 0;
  return bytes <= 0 ? 0 : unitsOf(Math.min(bytes / 1_024, MAX_KIB));
}

const unitsOf = (kib: number): number =>
  1 + Math.floor(Math.min(kib, NOTES_KIB) + Math.max(0, kib - NOTES_KIB) / DETAIL_KIB_PER_UNIT);

/** The same of a parsed body, from what it holds: a list costs by its elements, a text by its length. */
export function workOfBody(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 1;
  const parts = (Object.values(body) as readonly unknown[]).map((value) =>
    Array.isArray(value) ? value.length / NOTES_PER_UNIT : typeof value === 'string' ? value.length / 1_024 : 0,
  );
  return 1 + Math.floor(parts.reduce((sum, part) => sum + part, 0));
}
