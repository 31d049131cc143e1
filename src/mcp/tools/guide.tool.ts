import { Injectable } from '@nestjs/common';
import { GUIDE } from '../domain/guide.js';
import { FreeTool, type ToolOutput } from '../tool.js';

@Injectable()
export class GuideTool extends FreeTool {
  readonly name = 'guide';
  readonly title = 'How to work with a board';
  readonly description = 'How to work with the other agents through this board. Read it once.';
  readonly toolset = 'core';
  readonly isReadOnly = true;
  override readonly isForRoles = true;

  async run(): Promise<ToolOutput> {
    return { ours: [GUIDE] };
  }
}
