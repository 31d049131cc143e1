import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inserted } from './text-edit.js';

/** What setup did to a file: enough to undo it to the byte, and nothing of what stands in the file. */
export interface SetupRecord {
  readonly path: string;
  /** The digest of the file before; null: there was none. */
  readonly before: string | null;
  readonly after: string;
  readonly inserted: readonly Inserted[];
  /** Approval rules that setup put in: any other is its user's. */
  readonly rules: readonly string[];
  /** Folders that were made for it, the outermost first. */
  readonly folders: readonly string[];
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The records of this user's setups, one file each. */
export class SetupRecords {
  constructor(private readonly folder: string) {}

  find(path: string): SetupRecord | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#file(path), 'utf8'));
      return isRecord(value) && value.path === path ? value : undefined;
    } catch {
      return undefined;
    }
  }

  keep(record: SetupRecord): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeFileSync(this.#file(record.path), JSON.stringify(record), { mode: 0o600 });
  }

  drop(path: string): void {
    rmSync(this.#file(path), { force: true });
  }

  #file(path: string): string {
    return join(this.folder, `${digestOf(path).slice(0, 32)}.json`);
  }
}

const isRecord = (value: unknown): value is SetupRecord =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  'before' in value &&
  (value.before === null || typeof value.before === 'string') &&
  'after' in value &&
  typeof value.after === 'string' &&
  'inserted' in value &&
  Array.isArray(value.inserted) &&
  'rules' in value &&
  Array.isArray(value.rules) &&
  'folders' in value &&
  Array.isArray(value.folders);
