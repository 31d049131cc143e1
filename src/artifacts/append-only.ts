import type { RefusedChange } from '../platform/database/dialect.js';

/** A board that is being imported belongs to no workspace yet; what is left of an import that was given up must go. */
const HIDDEN = 'EXISTS (SELECT 1 FROM board WHERE id = OLD.board_id AND workspace_id = 0)';
const CLOSED = "EXISTS (SELECT 1 FROM board_goal WHERE board_id = OLD.board_id AND state = 'closed')";

/** Versions stay as they were written, and texts as long as their goal is open. */
export const ARTIFACTS_APPEND_ONLY: readonly RefusedChange[] = [
  { name: 'artifact_version_update', table: 'artifact_version', change: 'UPDATE' },
  { name: 'artifact_version_delete', table: 'artifact_version', change: 'DELETE', unless: HIDDEN },
  { name: 'artifact_body_update', table: 'artifact_body', change: 'UPDATE' },
  { name: 'artifact_body_delete', table: 'artifact_body', change: 'DELETE', unless: `${HIDDEN} OR ${CLOSED}` },
];
