import { type DynamicModule, Module } from '@nestjs/common';
import { ArtifactsModule } from './artifacts/artifacts.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BoardsModule } from './boards/boards.module.js';
import { AgreementModule } from './coordination/agreement/agreement.module.js';
import { FactsModule } from './coordination/facts/facts.module.js';
import { LeasesModule } from './coordination/leases/leases.module.js';
import { FilesModule } from './coordination/files/files.module.js';
import { EventsModule } from './events/events.module.js';
import { GistsModule } from './gists/gists.module.js';
import { GrepModule } from './grep/grep.module.js';
import { InboxModule } from './coordination/inbox/inbox.module.js';
import { RosterModule } from './coordination/roster/roster.module.js';
import { WhoamiModule } from './coordination/whoami/whoami.module.js';
import { JournalModule } from './journal/journal.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';
import { TransferModule } from './transfer/transfer.module.js';
import { UnfoldModule } from './unfold/unfold.module.js';

@Module({})
export class AppModule {
  static of(parts: PlatformParts): DynamicModule {
    const imports = [
      PlatformModule.of(parts),
      AuthModule,
      JournalModule,
      BoardsModule,
      GistsModule,
      GrepModule,
      UnfoldModule,
      MessagesModule,
      NoticesModule,
      FactsModule,
      LeasesModule,
      AgreementModule,
      FilesModule,
      ArtifactsModule,
      InboxModule,
      RosterModule,
      WhoamiModule,
      EventsModule,
      TransferModule,
      McpModule,
    ];
    return { module: AppModule, imports };
  }
}
