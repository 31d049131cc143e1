import { Injectable } from '@nestjs/common';
import type { BoardAccess } from '../../boards/board-access.service.js';
import { UploadsService } from '../../coordination/files/uploads.service.js';
import { Problem } from '../../kernel/problem.js';
import { Text } from '../../platform/http/fields.js';
import type { Connection } from '../connection.js';
import { BoardTool, type ToolOutput } from '../tool.js';
import { BoardArgs } from '../tool-args.js';

/** Bytes of UTF-8: what is longer goes by REST, or by the stdio adapter. */
export const MAX_TEXT_BYTES = 65_536;

export class UploadArgs extends BoardArgs {
  @Text({ description: 'The name of the file.' })
  name: string;

  @Text({ description: 'Its content: text of at most 64 KiB.', maxLength: MAX_TEXT_BYTES })
  text: string;

  @Text({ description: 'Only for this agent. Default: all.', isOptional: true })
  to?: string;
}

@Injectable()
export class UploadTool extends BoardTool<UploadArgs> {
  readonly name = 'upload';
  readonly title = 'Share a file';
  readonly description = 'Shares a text as a file: what is too long for a note or a message.';
  readonly toolset = 'coordination';
  readonly isReadOnly = false;
  readonly args = UploadArgs;

  constructor(private readonly uploads: UploadsService) {
    super();
  }

  async run({ name, text, to }: UploadArgs, board: BoardAccess, connection: Connection): Promise<ToolOutput> {
    const { caller, idempotencyKey } = connection;
    const size = Buffer.byteLength(text);
    if (size > MAX_TEXT_BYTES)
      throw new Problem(
        'too_large',
        `text: has ${size} bytes; ${MAX_TEXT_BYTES} are the most here. Share it in parts.`,
      );
    const { body } = await this.uploads.fromText(caller, board, { name, text, to, idempotencyKey });
    return {
      ours: [`Uploaded ${body.name} (${body.bytes} bytes) on ${body.board} as ${body.label}, for ${body.to ?? 'all'}.`],
    };
  }
}
