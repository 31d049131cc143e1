import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../boards/board-access.service.js';
import { MembersRepository } from '../boards/members.repository.js';
import { WholeBoardFilesService } from '../coordination/files/whole-board-files.service.js';
import { JournalRepository } from '../journal/journal.repository.js';
import { digestWith, NO_LINES } from '../kernel/line-digest.js';
import { GoalTransferService } from './goal-transfer.service.js';
import { type EntryLine, type FileLine, type MemberLine, printLine } from './domain/file-line.js';

/** Entries in memory at once; with their details at most a few megabytes. */
const ENTRIES_AT_ONCE = 250;

/** Writes a board down, line by line. */
@Injectable()
export class ExportService {
  constructor(
    private readonly journal: JournalRepository,
    private readonly members: MembersRepository,
    private readonly files: WholeBoardFilesService,
    private readonly goals: GoalTransferService,
  ) {}

  /**
   * The lines of the board up to its present head, with their ends, several at once. What is written meanwhile is not in
   * it, so it is a state that the board was in.
   */
  async *lines(access: BoardAccess): AsyncGenerator<string> {
    const { slug, head, createdAtMs } = access;
    const members = await this.#members(access);
    let digest = NO_LINES;
    const print = (lines: readonly FileLine[]): string => {
      const texts = lines.map(printLine);
      for (const text of texts) digest = digestWith(digest, text);
      return texts.map((text) => `${text}\n`).join('');
    };
    const goal = await this.goals.lineOf(access);
    yield print([{ kind: 'header', board: slug, createdAtMs, head }, ...goal, ...members]);
    for (let after = 0; after < head; after += ENTRIES_AT_ONCE) {
      const lines = await this.#entries(access, after);
      yield print(lines);
      const entries = lines.map(({ entry }) => entry);
      for await (const piece of this.files.pieces(access.ref, entries)) yield print([{ kind: 'piece', ...piece }]);
      for await (const line of this.goals.textsOf(access.ref, entries)) yield print([line]);
    }
    yield print([{ kind: 'end', members: members.length, entries: head, digest }]);
  }

  async #members({ ref }: BoardAccess): Promise<readonly MemberLine[]> {
    const names = await this.members.listNames(ref.boardId);
    return names.flatMap(({ agent, source, isOwner }): readonly MemberLine[] =>
      source === 'role' ? [] : [{ kind: 'member', agent, source: source === 'config' ? 'api' : source, isOwner }],
    );
  }

  async #entries({ ref, head }: BoardAccess, after: number): Promise<readonly EntryLine[]> {
    const upTo = Math.min(head, after + ENTRIES_AT_ONCE);
    const entries = await this.journal.readAfter(ref, { after, upTo, limit: ENTRIES_AT_ONCE });
    const detailed = entries.filter(({ hasDetail }) => hasDetail).map(({ seq }) => seq);
    const details = await this.journal.details(ref, detailed);
    return entries.map((entry) => ({ kind: 'entry', entry: { ...entry, detail: details.get(entry.seq) ?? null } }));
  }
}
