import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../artifacts/artifacts.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { LeasesModule } from '../coordination/leases/leases.module.js';
import { AgreementModule } from '../coordination/agreement/agreement.module.js';
import { FactsModule } from '../coordination/facts/facts.module.js';
import { FilesModule } from '../coordination/files/files.module.js';
import { InboxModule } from '../coordination/inbox/inbox.module.js';
import { RosterModule } from '../coordination/roster/roster.module.js';
import { WhoamiModule } from '../coordination/whoami/whoami.module.js';
import { GistsModule } from '../gists/gists.module.js';
import { GrepModule } from '../grep/grep.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UnfoldModule } from '../unfold/unfold.module.js';
import { BannerService } from './banner.service.js';
import { BoardChoiceService } from './board-choice.service.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { NoticeTailService } from './notice-tail.service.js';
import { ReceiptsService } from './receipts.service.js';
import { SurroundingsService } from './surroundings.service.js';
import type { Tool } from './tool.js';
import { ToolCallsService } from './tool-calls.service.js';
import { ToolRefusalsService } from './tool-refusals.service.js';
import { ToolRunnerService } from './tool-runner.service.js';
import { TOOLS, ToolsService } from './tools.service.js';
import { UnreadOutputService } from './unread-output.service.js';
import { ArtifactIndexTool } from './tools/artifact-index.tool.js';
import { ArtifactReadAllTool } from './tools/artifact-read-all.tool.js';
import { ArtifactReadTool } from './tools/artifact-read.tool.js';
import { ArtifactWriteTool } from './tools/artifact-write.tool.js';
import { BoardGrepTool } from './tools/board-grep.tool.js';
import { BoardReadTool } from './tools/board-read.tool.js';
import { BoardReleaseTool } from './tools/board-release.tool.js';
import { BoardUnfoldTool } from './tools/board-unfold.tool.js';
import { BoardWriteTool } from './tools/board-write.tool.js';
import { ConfirmTool } from './tools/confirm.tool.js';
import { DownloadTool } from './tools/download.tool.js';
import { FactsTool } from './tools/facts.tool.js';
import { ClaimTool } from './tools/claim.tool.js';
import { FilesTool } from './tools/files.tool.js';
import { GuideTool } from './tools/guide.tool.js';
import { InboxTool } from './tools/inbox.tool.js';
import { PlanTool } from './tools/plan.tool.js';
import { PostTool } from './tools/post.tool.js';
import { ProposeTool } from './tools/propose.tool.js';
import { RosterTool } from './tools/roster.tool.js';
import { SetFactTool } from './tools/set-fact.tool.js';
import { ReleaseTool } from './tools/release.tool.js';
import { TasksTool } from './tools/tasks.tool.js';
import { UploadTool } from './tools/upload.tool.js';
import { WaitTool } from './tools/wait.tool.js';
import { WhoamiTool } from './tools/whoami.tool.js';

/** In the order in which clients see them. */
const TOOL_CLASSES = [
  BoardReadTool,
  BoardWriteTool,
  BoardGrepTool,
  BoardUnfoldTool,
  BoardReleaseTool,
  ClaimTool,
  ReleaseTool,
  PostTool,
  InboxTool,
  WhoamiTool,
  GuideTool,
  FactsTool,
  SetFactTool,
  ProposeTool,
  ConfirmTool,
  PlanTool,
  TasksTool,
  RosterTool,
  WaitTool,
  UploadTool,
  DownloadTool,
  FilesTool,
  ArtifactIndexTool,
  ArtifactReadTool,
  ArtifactReadAllTool,
  ArtifactWriteTool,
];

@Module({
  imports: [
    AgreementModule,
    ArtifactsModule,
    AuthModule,
    BoardsModule,
    FactsModule,
    FilesModule,
    GistsModule,
    GrepModule,
    InboxModule,
    LeasesModule,
    MessagesModule,
    NoticesModule,
    RosterModule,
    UnfoldModule,
    WhoamiModule,
  ],
  controllers: [McpController],
  providers: [
    ...TOOL_CLASSES,
    { provide: TOOLS, useFactory: (...tools: Tool[]) => tools, inject: TOOL_CLASSES },
    BannerService,
    BoardChoiceService,
    McpService,
    NoticeTailService,
    ReceiptsService,
    SurroundingsService,
    ToolCallsService,
    ToolRefusalsService,
    ToolRunnerService,
    ToolsService,
    UnreadOutputService,
  ],
})
export class McpModule {}
