import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { LeasesModule } from '../coordination/leases/leases.module.js';
import { GistsModule } from '../gists/gists.module.js';
import { GrepModule } from '../grep/grep.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UnfoldModule } from '../unfold/unfold.module.js';
import { BoardChoiceService } from './board-choice.service.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { NoticeTailService } from './notice-tail.service.js';
import { ReceiptsService } from './receipts.service.js';
import type { Tool } from './tool.js';
import { ToolCallsService } from './tool-calls.service.js';
import { ToolRunnerService } from './tool-runner.service.js';
import { TOOLS, ToolsService } from './tools.service.js';
import { BoardGrepTool } from './tools/board-grep.tool.js';
import { BoardReadTool } from './tools/board-read.tool.js';
import { BoardReleaseTool } from './tools/board-release.tool.js';
import { BoardUnfoldTool } from './tools/board-unfold.tool.js';
import { BoardWriteTool } from './tools/board-write.tool.js';
import { GuideTool } from './tools/guide.tool.js';
import { InboxTool } from './tools/inbox.tool.js';
import { PostTool } from './tools/post.tool.js';
import { WhoamiTool } from './tools/whoami.tool.js';

/** In the order in which clients see them. */
const TOOL_CLASSES = [
  BoardReadTool,
  BoardWriteTool,
  BoardGrepTool,
  BoardUnfoldTool,
  BoardReleaseTool,
  PostTool,
  InboxTool,
  WhoamiTool,
  GuideTool,
];

@Module({
  imports: [
    AuthModule,
    BoardsModule,
    GistsModule,
    GrepModule,
    LeasesModule,
    MessagesModule,
    NoticesModule,
    UnfoldModule,
  ],
  controllers: [McpController],
  providers: [
    ...TOOL_CLASSES,
    { provide: TOOLS, useFactory: (...tools: Tool[]) => tools, inject: TOOL_CLASSES },
    BoardChoiceService,
    McpService,
    NoticeTailService,
    ReceiptsService,
    ToolCallsService,
    ToolRunnerService,
    ToolsService,
  ],
})
export class McpModule {}
