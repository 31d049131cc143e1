import type { Seq } from '../../../kernel/ids.js';
import { Problem } from '../../../kernel/problem.js';
import type { DeclaredRole } from './scope.js';

/** The goal of a board. Instants in milliseconds since 1970, UTC. */
export interface Goal {
  /** What it is about, in the words of who declared it. */
  readonly goal: string;
  readonly state: 'open' | 'closed';
  /** The entry that declared it first. */
  readonly declaredSeq: Seq;
  readonly closedAtMs: number | null;
  /** When the bodies of its artifacts were taken away; null: they are there. */
  readonly emptiedAtMs: number | null;
  /** In the order in which they were declared. */
  readonly roles: readonly DeclaredRole[];
}

/** Throws `goal_closed`: nothing is written to a goal that has ended. */
export function refuseClosed({ state }: Pick<Goal, 'state'>): void {
  if (state === 'open') return;
  throw new Problem('goal_closed', 'This goal is closed: its artifacts can be read by operators, and none is added.');
}
