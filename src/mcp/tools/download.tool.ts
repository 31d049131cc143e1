import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { DownloadsService } from '../../coordination/files/downloads.service.js';
import { badRequest, Problem } from '../../kernel/problem.js';
import { normaliseBlock } from '../../kernel/text.js';
import { LABEL, LABEL_FORM } from '../../coordination/files/files.dto.js';
import { QueryInteger, Text } from '../../platform/http/fields.js';
import type { Connection } from '../connection.js';
import { roomIn } from '../domain/budget.js';
import { callText } from '../domain/call-text.js';
import { unfoldedWithin } from '../domain/unfolded.js';
import { BoardTool, sameBoard, type ToolOutput } from '../tool.js';
import { LongResultArgs } from '../tool-args.js';
import { MAX_TEXT_BYTES } from './upload.tool.js';

export class DownloadArgs extends LongResultArgs {
  @Text({ description: 'The label of its entry, such as G57.', pattern: LABEL, form: LABEL_FORM })
  file: string;

  @QueryInteger({ description: 'Begin at this character.', min: 0, fallback: 0 })
  offset?: number;
}

/** Writes no file here; it does where an adapter runs on the agent's machine, so it counts as writing. */
@Injectable()
export class DownloadTool extends BoardTool<DownloadArgs> {
  readonly name = 'download';
  readonly title = 'Fetch a file';
  readonly description = 'The content of a shared file: text of at most 64 KiB.';
  readonly toolset = 'coordination';
  readonly isReadOnly = false;
  override readonly isIdempotent = true;
  readonly args = DownloadArgs;

  constructor(private readonly downloads: DownloadsService) {
    super();
  }

  async run(args: DownloadArgs, board: BoardAccess, { caller }: Connection): Promise<ToolOutput> {
    const { file: label, offset = 0, max_tokens } = args;
    const { file, entry, bytes } = await this.downloads.open(caller, board, label);
    if (file.bytes > MAX_TEXT_BYTES) {
      const detail = `${label} has ${file.bytes} bytes; ${MAX_TEXT_BYTES} are the most here. At a command line: gistboard download ${label}`;
      throw new Problem('too_large', detail);
    }
    const shown = {
      label,
      kind: entry.kind,
      type: entry.type,
      author: entry.author,
      to: entry.recipient,
      delegation_id: null,
      content: file.name,
      at: new Date(entry.createdAtMs).toISOString(),
      status: 'live',
      has_detail: false,
      detail: Array.from(normaliseBlock(await textOf(bytes)))
        .slice(offset)
        .join(''),
    };
    const { lines, next } = unfoldedWithin([shown], { tokens: roomIn(max_tokens), offset });
    const rest =
      next === null
        ? []
        : [`It goes on: ${callText(this.name, { ...sameBoard(args), file: label, offset: next.offset })}`];
    return { ours: [`${file.bytes} bytes on ${board.slug}`, ...rest], theirs: lines };
  }
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw badRequest('file', 'is no text, so it can not be shown here; at a command line: gistboard download');
  }
}
