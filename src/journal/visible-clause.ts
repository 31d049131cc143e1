import { Brackets, type WhereExpressionBuilder } from 'typeorm';
import { ARTIFACT_ENTRY, MESSAGE_KINDS, OPERATOR_KINDS, type Viewer, type ViewerScope } from './domain/visibility.js';

/** `isVisibleTo` as a clause over a journal row `e`; their agreement is a test. */
export const visibleClause = (viewer: Viewer): Brackets =>
  new Brackets((clause) => {
    if (viewer.isOperator) {
      clause.where('1 = 1');
      return;
    }
    clause.where(new Brackets((others) => whereOthers(others, viewer)));
    const reads = viewer.scope?.reads ?? [];
    if (reads.length > 0) clause.orWhere(new Brackets((artifacts) => whereArtifacts(artifacts, reads)));
  });

function whereOthers(clause: WhereExpressionBuilder, { agent, scope }: Viewer): void {
  const hiddenKinds = [...OPERATOR_KINDS, ARTIFACT_ENTRY];
  const isFenced = scope !== undefined && !scope.seesBoard;
  clause
    .where('e.kind NOT IN (:...hiddenKinds)', { hiddenKinds })
    .andWhere(`(${isFenced ? '' : 'e.recipient IS NULL OR '}e.recipient = :viewer OR e.author = :viewer)`, {
      viewer: agent,
    });
  if (isFenced) clause.andWhere('e.kind IN (:...messageKinds)', { messageKinds: MESSAGE_KINDS });
}

function whereArtifacts(clause: WhereExpressionBuilder, reads: ViewerScope['reads']): void {
  clause.where('e.kind = :artifactKind', { artifactKind: ARTIFACT_ENTRY });
  if (reads !== 'all') clause.andWhere('e.type IN (:...readKinds)', { readKinds: reads });
}

/** Texts that were edited away or deleted are found by nobody: `isReplaced` as a clause over a journal row `e`. */
export const currentTextClause = (): Brackets =>
  new Brackets((clause) => {
    clause.where(
      `NOT (e.kind IN ('post', 'edit') AND EXISTS (SELECT 1 FROM journal_ref r WHERE r.board_id = e.board_id
        AND r.target_seq = e.seq AND r.relation IN ('edits', 'deletes', 'replaces')))`,
    );
  });
