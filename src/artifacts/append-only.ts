import type { RefusedChange } from '../platform/database/dialect.js';

/** A board that is being imported belongs to no workspace yet; what is left of an import that was given up must go. */
const HIDDEN = 'EXISTS (SELECT 1 FROM board WHERE id = OLD.board_id AND workspace_id = 0)';
const CLOSED = "EXISTS (SELECT 1 FROM board_goal WHERE board_id = OLD.board_id AND state = 'closed')";

/** A row in the place of one with the same key would be a change; see `replacesByDelete`. */
const isNew = (table: string): string => `NOT EXISTS (SELECT 1 FROM ${table} old WHERE old.board_id = NEW.board_id
  AND old.kind = NEW.kind AND old.slot = NEW.slot AND old.version = NEW.version)`;

/** Versions stay as they were written, and texts as long as their goal is open. */
export const ARTIFACTS_APPEND_ONLY: readonly RefusedChange[] = [
  {
    name: 'artifact_version_insert',
    table: 'artifact_version',
    change: 'INSERT',
    unless: isNew('artifact_version'),
  },
  { name: 'artifact_version_update', table: 'artifact_version', change: 'UPDATE' },
  { name: 'artifact_version_delete', table: 'artifact_version', change: 'DELETE', unless: HIDDEN },
  { name: 'artifact_body_insert', table: 'artifact_body', change: 'INSERT', unless: isNew('artifact_body') },
  { name: 'artifact_body_update', table: 'artifact_body', change: 'UPDATE' },
  { name: 'artifact_body_delete', table: 'artifact_body', change: 'DELETE', unless: `${HIDDEN} OR ${CLOSED}` },
];
