import { finding, type Finding } from './finding.js';

/** A header tells whole seconds, and an answer takes its time: less than this can't be told from none. */
const UNSEEN_MS = 2_000;
/** From here on, what people compare by their clock is wrong: when a claim ends, what came first. */
const PROBLEM_MS = 60_000;

/** `date`: the service's, of an answer that was asked for at `askedAtMs` and had come at `hadAtMs`. */
export function clockFinding(
  date: string | null,
  { askedAtMs, hadAtMs }: { readonly askedAtMs: number; readonly hadAtMs: number },
): Finding {
  const saidMs = Date.parse(date ?? '');
  if (Number.isNaN(saidMs)) return finding('clock', 'warning', 'the service says no time');
  // The header's second may have begun up to 1 s ago.
  const behindMs = askedAtMs - (saidMs + 999);
  const aheadMs = saidMs - hadAtMs;
  const skewMs = Math.max(behindMs, aheadMs, 0);
  if (skewMs <= UNSEEN_MS) return finding('clock', 'ok', 'as the one of the service');
  const way = aheadMs > 0 ? 'behind' : 'ahead of';
  const text = `${Math.round(skewMs / 1_000)} s ${way} the one of the service. Set this machine's time (NTP), or the service's.`;
  return finding('clock', skewMs > PROBLEM_MS ? 'problem' : 'warning', text);
}
