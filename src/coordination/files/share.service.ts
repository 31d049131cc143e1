import { Injectable } from '@nestjs/common';
import type { Identity } from '../../auth/domain/identity.js';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { KnownAgentsService } from '../../boards/known-agents.service.js';
import type { Decision, WriteContext } from '../../journal/journal-command.js';
import { JournalWriter } from '../../journal/journal-writer.js';
import type { AgentName } from '../../kernel/ids.js';
import { labelOf } from '../../kernel/label.js';
import { agentKey } from '../../kernel/names.js';
import { badRequest, Problem } from '../../kernel/problem.js';
import { Settings } from '../../platform/config/settings.js';
import { Answer } from '../../platform/http/answer.js';
import type { RequestKey } from '../../platform/http/idempotency-keys.repository.js';
import { gone, type SentContent } from './contents.service.js';
import { decideRoom, MAX_FILES } from './domain/decide-room.js';
import { fileDraft } from './domain/file-entry.js';
import type { UploadAnswerDto } from './files.dto.js';
import { FilesRepository } from './files.repository.js';

export interface Sharing {
  readonly name: string;
  /** One agent; undefined: all members. */
  readonly to: string | undefined;
  readonly content: SentContent;
  readonly key: RequestKey | undefined;
}

/** Gives a content that was sent its entry: from then on it is a file of the board. */
@Injectable()
export class ShareService {
  constructor(
    private readonly known: KnownAgentsService,
    private readonly writer: JournalWriter,
    private readonly files: FilesRepository,
    private readonly settings: Settings,
  ) {}

  /** Throws `unknown_agent`, `files_full`, `bad_request` for a file to oneself. */
  share(caller: Identity, access: BoardAccess, sharing: Sharing): Promise<Answer<UploadAnswerDto>> {
    const { to, key } = sharing;
    if (to !== undefined && agentKey(to) === agentKey(caller.agent))
      throw badRequest('to', 'is yourself; name another agent, or nobody for all');
    return this.writer.writePrepared({ board: access.ref, key }, async () => {
      const recipient = to === undefined ? null : await this.known.require(access, to);
      const ends = { author: caller.agent, recipient };
      return {
        kind: 'own',
        board: access.ref,
        key,
        decide: (context) => this.#decide(access, { ...sharing, ends }, context),
      };
    });
  }

  async #decide(
    access: BoardAccess,
    {
      name,
      content,
      ends,
    }: Sharing & { readonly ends: { readonly author: AgentName; readonly recipient: AgentName | null } },
    { tx, firstSeq }: WriteContext,
  ): Promise<Decision<UploadAnswerDto>> {
    const { bytes, sha256, fileId } = content;
    const totalBytes = this.settings.filesTotalBytes;
    const room = decideRoom(await this.files.held(access.ref, tx), { bytes, totalBytes });
    if (room !== 'fits') throw full(room === 'too-many' ? `${MAX_FILES} files` : `${totalBytes} bytes of files`);
    if (!(await this.files.lockUnshared(tx, fileId))) throw gone();
    await this.files.share(tx, fileId, firstSeq);
    const label = labelOf(firstSeq);
    const answer = { board: access.slug, head: firstSeq, label, name, bytes, sha256, to: ends.recipient };
    return { drafts: [fileDraft({ name, bytes, sha256 }, ends)], answer: new Answer(201, answer) };
  }
}

const full = (limit: string): Problem =>
  new Problem(
    'files_full',
    `With it the board would hold more than ${limit}. Share where it can be found instead; an operator makes room by redacting old files.`,
  );
