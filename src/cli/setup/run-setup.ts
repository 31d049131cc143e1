import { realpathSync } from 'node:fs';
import type { ClientName } from '../clients.js';
import { CliError } from '../cli-error.js';
import { changeFor, type FileChange, isChange } from './file-change.js';
import { lineDiff } from './line-diff.js';
import { type FilePlan, plansFor } from './plans.js';
import { type Places, type SetupOptions } from './setup-options.js';
import type { SetupRecords } from './setup-record.js';
import { UneditableError } from './text-edit.js';
import { contentOf } from './write-files.js';

/** What a run of setup would do. */
export interface SetupPlan {
  readonly changes: readonly FileChange[];
  /** For people: each file and its lines that change; empty: there is nothing to do. */
  readonly diff: string;
}

/** Looks at the client's files and says what setup, or its undoing, would change. Writes nothing. */
export function planSetup(
  client: ClientName,
  {
    options,
    places,
    records,
    isUndo,
  }: {
    readonly options: SetupOptions;
    readonly places: Places;
    readonly records: SetupRecords;
    readonly isUndo: boolean;
  },
): SetupPlan {
  const plans = plansFor(client, options, places);
  // Backward, so that a folder is empty when the file goes for which it was made.
  const changes = (isUndo ? plans.toReversed() : plans).map((plan) => lookAt(plan, records, isUndo)).filter(isChange);
  return { changes, diff: changes.map(changeText).join('\n\n') };
}

function lookAt(plan: FilePlan, records: SetupRecords, isUndo: boolean): FileChange {
  try {
    return changeFor(plan, contentOf(plan.path), { record: records.find(plan.path), isUndo });
  } catch (error) {
    if (!(error instanceof UneditableError)) throw error;
    throw new CliError('refused', `${plan.path}, ${error.message}. Nothing was changed.`);
  }
}

function changeText({ path, now, next }: FileChange): string {
  const what = now === null ? ' (new)' : next === null ? ' (taken away)' : '';
  return `${realOf(path)}${what}\n${lineDiff(now ?? '', next ?? '')}`;
}

/** A link and what it leads to: that is what will be written. */
function realOf(path: string): string {
  try {
    const real = realpathSync(path);
    return real === path ? path : `${path} -> ${real}`;
  } catch {
    return path;
  }
}
