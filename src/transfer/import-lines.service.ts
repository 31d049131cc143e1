import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AgentsRepository } from '../auth/agents.repository.js';
import type { Identity } from '../auth/domain/identity.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { Clock } from '../kernel/clock.js';
import type { AgentName, WorkspaceId } from '../kernel/ids.js';
import { agentKey } from '../kernel/names.js';
import { badRequest, Problem } from '../kernel/problem.js';
import { Transactor } from '../platform/database/transactor.js';
import { AbandonedImportsService } from './abandoned-imports.service.js';
import type { FileLine, HeaderLine } from './domain/file-line.js';
import { LineFault } from './domain/line-fields.js';
import { type Taken, takeLine } from './domain/take-line.js';
import { ImportEndService, isContributor } from './import-end.service.js';
import { importDto } from './import-dto.js';
import { type BoardImport, ImportsRepository } from './imports.repository.js';
import { requireOperator } from './imports.service.js';
import type { ImportDto } from './transfer.dto.js';

export interface LinesRequest {
  readonly import: string;
  /** The number of the first of the lines in the file. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** Takes a file part by part. Each part is one transaction, and what was taken before is skipped, so a repeat is harmless. */
@Injectable()
export class ImportLinesService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly journal: JournalRepository,
    private readonly agents: AgentsRepository,
    private readonly ends: ImportEndService,
    private readonly abandoned: AbandonedImportsService,
    private readonly transactor: Transactor,
    private readonly clock: Clock,
  ) {}

  /** Throws `bad_import` with the number of the line, after which nothing is left of the import; `not_found`. */
  async take(caller: Identity, request: LinesRequest): Promise<ImportDto> {
    requireOperator(caller);
    const key = { workspaceId: caller.workspaceId, id: request.import };
    try {
      return importDto(
        await this.transactor.run(async (tx) => this.#take(tx, this.#open(await this.imports.lock(tx, key)), request)),
      );
    } catch (error) {
      if (error instanceof Problem && (error.code === 'bad_import' || error.code === 'already_exists')) {
        await this.transactor.run((tx) => this.imports.drop(tx, key));
        await this.abandoned.sweep();
      }
      throw error;
    }
  }

  #open(found: BoardImport | undefined): BoardImport {
    if (found !== undefined && found.state !== 'dropped') return found;
    throw new Problem('not_found', 'There is no such import, or it was given up, or another one began. Begin again.');
  }

  async #take(tx: EntityManager, before: BoardImport, { first, lines }: LinesRequest): Promise<BoardImport> {
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
    const contributors = await this.ends.addGoal(tx, after, found);
    const spelt = await this.#spelt(tx, { found, contributors, workspaceId: before.workspaceId });
    const entries = spelt.flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
    await this.journal.insert(tx, this.ends.boardOf(before), entries);
    await this.ends.addContents(tx, after, { lines: spelt, nowMs: this.clock.now() });
    await this.ends.save(tx, after, this.clock.now());
    return after;
  }

  /** Names of agents in the spelling that the workspace knows: messages reach an agent by it. */
  async #spelt(
    tx: EntityManager,
    {
      found,
      contributors,
      workspaceId,
    }: Readonly<{ found: readonly FileLine[]; contributors: ReadonlySet<string>; workspaceId: WorkspaceId }>,
  ): Promise<readonly FileLine[]> {
    const names = found.flatMap((line) =>
      line.kind === 'entry' ? [line.entry.author, line.entry.recipient ?? []] : [],
    );
    const known = await this.agents.spellings(tx, workspaceId, names.flat());
    const spell = (name: AgentName): AgentName =>
      isContributor(name, contributors) ? name : (known.get(agentKey(name)) ?? name);
    return found.map((line) => {
      if (line.kind !== 'entry') return line;
      const { author, recipient, kind } = line.entry;
      const entry = {
        ...line.entry,
        author: kind === 'artifact' ? author : spell(author),
        recipient: recipient === null ? null : spell(recipient),
      };
      return { ...line, entry };
    });
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
