import { Brackets } from 'typeorm';
import { OPERATOR_KINDS, type Viewer } from './domain/visibility.js';

/** `isVisibleTo` as a clause over a journal row `e`; their agreement is a test. */
export const visibleClause = (viewer: Viewer): Brackets =>
  new Brackets((clause) => {
    if (viewer.isOperator) {
      clause.where('1 = 1');
      return;
    }
    clause
      .where('e.kind NOT IN (:...operatorKinds)', { operatorKinds: OPERATOR_KINDS })
      .andWhere('(e.recipient IS NULL OR e.recipient = :viewer OR e.author = :viewer)', { viewer: viewer.agent });
  });

/** Texts that were edited away or deleted are found by nobody: `isReplaced` as a clause over a journal row `e`. */
export const currentTextClause = (): Brackets =>
  new Brackets((clause) => {
    clause.where(
      `NOT (e.kind IN ('post', 'edit') AND EXISTS (SELECT 1 FROM journal_ref r WHERE r.board_id = e.board_id
        AND r.target_seq = e.seq AND r.relation IN ('edits', 'deletes', 'replaces')))`,
    );
  });
