import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import { Problem } from '../kernel/problem.js';
import { Transactor } from '../platform/database/transactor.js';
import { ImportSweepsService } from './import-sweeps.service.js';
import { type FilePart, ImportPartService } from './import-part.service.js';
import { importDto } from './import-dto.js';
import { type BoardImport, ImportsRepository } from './imports.repository.js';
import { requireOperator } from './imports.service.js';
import type { ImportDto } from './transfer.dto.js';

export interface LinesRequest extends FilePart {
  readonly import: string;
}

/** Takes a file part by part. Each part is one transaction, and what was taken before is skipped, so a repeat is harmless. */
@Injectable()
export class ImportLinesService {
  constructor(
    private readonly imports: ImportsRepository,
    private readonly parts: ImportPartService,
    private readonly sweeps: ImportSweepsService,
    private readonly transactor: Transactor,
  ) {}

  /** Throws `bad_import` with the number of the line, after which nothing is left of the import; `not_found`. */
  async take(caller: Identity, request: LinesRequest): Promise<ImportDto> {
    requireOperator(caller);
    const key = { workspaceId: caller.workspaceId, id: request.import };
    try {
      return importDto(
        await this.transactor.run(async (tx) =>
          this.parts.take(tx, stillOpen(await this.imports.lock(tx, key)), request),
        ),
      );
    } catch (error) {
      if (error instanceof Problem && (error.code === 'bad_import' || error.code === 'already_exists'))
        await this.sweeps.giveUp(key);
      throw error;
    }
  }
}

function stillOpen(found: BoardImport | undefined): BoardImport {
  if (found !== undefined && found.state !== 'dropped') return found;
  throw new Problem('not_found', 'There is no such import, or it was given up, or another one began. Begin again.');
}
