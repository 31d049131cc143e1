/** Keys of a message's `_meta`: what a result carries, and what a later call brings back. */
export const RECEIPT_KEY = 'gistboard/receipt';
export const CONFIRM_KEY = 'gistboard/confirm';

/** The most receipts that one call confirms. */
export const MAX_RECEIPTS = 20;
const MAX_LENGTH = 8_192;

/** What was shown: a snapshot or an inbox up to a seq of a board, or notices of a lease. */
export type Shown =
  | { readonly kind: 'snapshot'; readonly boards: Readonly<Record<string, number>> }
  | { readonly kind: 'inbox'; readonly board: string; readonly to: number }
  | {
      readonly kind: 'notices';
      readonly lease_id: string;
      readonly events: readonly string[];
      readonly boards: Readonly<Record<string, number>>;
    };

/** Opaque to whoever carries it. It holds no right: it says what the caller could say by `ack` and `shown` as well. */
export const receiptOf = (shown: Shown): string => Buffer.from(JSON.stringify(shown)).toString('base64url');

/** What a receipt says, unchecked, or undefined where it is none. */
export function readReceipt(receipt: string): { readonly kind: Shown['kind']; readonly claim: object } | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(receipt, 'base64url').toString());
    if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
    const { kind, ...claim } = value;
    return kind === 'snapshot' || kind === 'inbox' || kind === 'notices' ? { kind, claim } : undefined;
  } catch {
    return undefined;
  }
}

/** The receipts of a call's `_meta`; what is none, too long or too many is left out. */
export const receiptsIn = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value
        .slice(0, MAX_RECEIPTS)
        .filter((each): each is string => typeof each === 'string' && each.length <= MAX_LENGTH)
    : [];
