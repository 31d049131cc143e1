import type { AgentName } from '../../kernel/ids.js';
import type { Identity, RoleSeat } from './identity.js';

/** A token without its secret. Instants in milliseconds since 1970, UTC. */
export interface Token {
  readonly id: number;
  readonly agent: AgentName;
  readonly kind: Identity['kind'];
  /** Of kind `role`; else null. */
  readonly role: RoleSeat | null;
  /** Names of the boards that it opens; null: all that its agent may use. */
  readonly boards: readonly string[] | null;
  /** The first characters of its text, to tell tokens apart. */
  readonly prefix: string;
  readonly createdAtMs: number;
  /** From this instant on it is of no use; null: it has no end. */
  readonly expiresAtMs: number | null;
  /** The start of the minute in which it was used last; null: never yet. */
  readonly lastUsedAtMs: number | null;
  /** The token that took its place; null: none did. */
  readonly rotatedTo: number | null;
  readonly revokedAtMs: number | null;
}

/** Whether a token works at an instant: at its very end it does not. */
export const isLive = (
  { revokedAtMs, expiresAtMs }: Pick<Token, 'revokedAtMs' | 'expiresAtMs'>,
  nowMs: number,
): boolean => revokedAtMs === null && (expiresAtMs === null || nowMs < expiresAtMs);

/** When a token that is rotated ends: after the grace, and no later than it would have anyway. */
export const endOfRotated = (expiresAtMs: number | null, nowMs: number, graceS: number): number =>
  Math.min(expiresAtMs ?? Number.MAX_SAFE_INTEGER, nowMs + graceS * 1_000);

/** What is left of a token whose agent has left a board: its other boards; null: nothing. */
export function withoutBoard(boards: readonly string[], left: string): readonly string[] | null {
  const others = boards.filter((board) => board !== left);
  return others.length === 0 ? null : others;
}

/** The tokens that `id` took the place of, one after the other, out of those that were rotated; the oldest first. */
export function predecessorsOf<T extends Pick<Token, 'id' | 'rotatedTo'>>(
  rotated: readonly T[],
  id: number,
): readonly T[] {
  const before = rotated.find(({ rotatedTo }) => rotatedTo === id);
  // An heir is younger than whom it follows, so this ends.
  return before === undefined ? [] : [...predecessorsOf(rotated, before.id), before];
}
