import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JournalRepository } from '../journal/journal.repository.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { type FileLine, formerOf, type HeaderLine } from './domain/file-line.js';
import { LineFault } from './domain/line-fields.js';
import { type Taken, takeLine } from './domain/take-line.js';
import { ImportEndService } from './import-end.service.js';
import { ImportedContentsService } from './imported-contents.service.js';
import { ImportedNamesService } from './imported-names.service.js';
import type { BoardImport } from './imports.repository.js';

/** Some lines of a file, one after the other. */
export interface FilePart {
  /** The number of the first of the lines in the file. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Takes a part of a file into the board behind an import. */
@Injectable()
export class ImportPartService {
  constructor(
    private readonly journal: JournalRepository,
    private readonly names: ImportedNamesService,
    private readonly contents: ImportedContentsService,
    private readonly ends: ImportEndService,
  ) {}

  /** `before`: locked. What was taken before is skipped. Throws `bad_import` with the number of the line; `bad_request`. */
  async take(tx: EntityManager, before: BoardImport, { first, lines }: FilePart): Promise<BoardImport> {
    if (first > before.taken.lines + 1)
      throw badRequest('first', `must be ${before.taken.lines + 1}: go on from there`);
    const fresh = lines.slice(before.taken.lines + 1 - first);
    if (fresh.length === 0) return before;
    if (before.state === 'done') throw badRequest('first', 'is behind the last line: the import is done');
    const { taken, found } = takeAll(before.taken, fresh);
    const header = found.find((line): line is HeaderLine => line.kind === 'header');
    const after: BoardImport = {
      ...before,
      taken,
      members: [...before.members, ...found.filter((line) => line.kind === 'member')],
      createdAtMs: header?.createdAtMs ?? before.createdAtMs,
      state: taken.isWhole ? 'done' : 'open',
    };
    await this.#write(tx, after, found);
    return after;
  }

  async #write(tx: EntityManager, after: BoardImport, found: readonly FileLine[]): Promise<void> {
    const board = this.ends.boardOf(after);
    const ofGoal = await this.contents.takeGoal(tx, board, found);
    const contributors = new Set([...ofGoal, ...formerOf(after.members)]);
    const spelt = await this.names.spelt(tx, found, { workspaceId: after.workspaceId, contributors });
    const entries = spelt.flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
    await this.journal.insert(tx, board, entries);
    await this.contents.take(tx, board, spelt, after.taken.lines - found.length + 1);
    await this.ends.save(tx, after);
  }
}

function takeAll(before: Taken, lines: readonly string[]): { taken: Taken; found: readonly FileLine[] } {
  let taken = before;
  const found = lines.map((text): FileLine => {
    try {
      const next = takeLine(taken, text);
      taken = next.taken;
      return next.line;
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      throw badLine(taken.lines + 1, error);
    }
  });
  return { taken, found };
}

/** Nothing is left of the import, so the number of the line is all that is needed to look at the file. */
function badLine(line: number, { path, fault }: LineFault): Problem {
  const message = path === 'line' ? fault : `${path} ${fault}`;
  return new Problem('bad_import', `Line ${line}: ${message}. Nothing of the file was kept.`, {
    errors: [{ path: `line ${line}${path === 'line' ? '' : `, ${path}`}`, message: fault }],
    members: { line },
  });
}
