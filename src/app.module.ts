import { type DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from './auth/auth.module.js';
import { BoardsModule } from './boards/boards.module.js';
import { JournalModule } from './journal/journal.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';

@Module({})
export class AppModule {
  static of(parts: PlatformParts): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.of(parts), AuthModule, JournalModule, BoardsModule] };
  }
}
