import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { viewerOf } from '../../boards/viewer.js';
import type { JournalEntry } from '../../journal/domain/journal-entry.js';
import { isVisibleTo } from '../../journal/domain/visibility.js';
import { KindsRepository } from '../../journal/kinds.repository.js';
import type { Seq } from '../../kernel/ids.js';
import { labelOf, seqOfLabel } from '../../kernel/label.js';
import { Settings } from '../../platform/config/settings.js';
import { fileOf } from './domain/file-entry.js';
import type { FileDto, FilesDto, ListFilesQuery } from './files.dto.js';
import { FilesRepository } from './files.repository.js';

const DEFAULT_LIMIT = 50;
/** Entries read at once, some of which may be for others. */
const AT_ONCE = 500;

/** Tells which files a board has. */
@Injectable()
export class ListFilesService {
  constructor(
    private readonly journal: KindsRepository,
    private readonly files: FilesRepository,
    private readonly settings: Settings,
  ) {}

  /** Those that the caller may see, newest first. */
  async list(caller: Identity, access: BoardAccess, query: ListFilesQuery): Promise<FilesDto> {
    const { limit = DEFAULT_LIMIT } = query;
    const before = seqOfLabel(query.before ?? '') ?? access.head + 1;
    const found = await this.#visible(caller, access, { before, limit: limit + 1 });
    const items = found.slice(0, limit).map(fileDto);
    const last = items.at(-1);
    const held = await this.files.held(access.ref);
    return {
      board: access.slug,
      head: access.head,
      items,
      ...(found.length > limit && last !== undefined ? { next_before: last.label } : {}),
      used_bytes: held.bytes,
      total_bytes: this.settings.filesTotalBytes,
      limit_bytes: this.settings.fileLimitBytes,
    };
  }

  /** A board has at most `MAX_FILES`, and those of others are passed over. */
  async #visible(
    caller: Identity,
    access: BoardAccess,
    range: { readonly before: Seq; readonly limit: number },
  ): Promise<readonly JournalEntry[]> {
    const viewer = viewerOf(caller, access);
    const found: JournalEntry[] = [];
    for (let { before } = range; found.length < range.limit;) {
      const entries = await this.journal.newest(access.ref, { kind: 'file', before, limit: AT_ONCE });
      found.push(...entries.filter((entry) => isVisibleTo(viewer, entry)));
      const oldest = entries.at(-1);
      if (oldest === undefined || entries.length < AT_ONCE) break;
      before = oldest.seq;
    }
    return found.slice(0, range.limit);
  }
}

const fileDto = (entry: JournalEntry): FileDto => ({
  label: labelOf(entry.seq),
  ...(fileOf(entry) ?? { name: entry.content, bytes: 0, sha256: '' }),
  author: entry.author,
  to: entry.recipient,
  at: new Date(entry.createdAtMs).toISOString(),
});
