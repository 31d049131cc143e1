import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { BoardsModule } from '../../boards/boards.module.js';
import { GistsModule } from '../../gists/gists.module.js';
import { NoticesModule } from '../../notices/notices.module.js';
import { OwnBoardsService } from './own-boards.service.js';
import { WhoamiController } from './whoami.controller.js';
import { WhoamiService } from './whoami.service.js';

@Module({
  imports: [AuthModule, BoardsModule, GistsModule, NoticesModule],
  controllers: [WhoamiController],
  providers: [OwnBoardsService, WhoamiService],
  exports: [WhoamiService],
})
export class WhoamiModule {}
