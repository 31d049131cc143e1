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
