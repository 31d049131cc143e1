import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { BoardsModule } from '../../boards/boards.module.js';
import { GistsModule } from '../../gists/gists.module.js';
import { NoticesModule } from '../../notices/notices.module.js';
import { OpenLeasesModule } from '../leases/open-leases.module.js';
import { HoldingsService } from './holdings.service.js';
import { RosterController } from './roster.controller.js';
import { RosterService } from './roster.service.js';

@Module({
  imports: [AuthModule, BoardsModule, GistsModule, NoticesModule, OpenLeasesModule],
  controllers: [RosterController],
  providers: [HoldingsService, RosterService],
  exports: [RosterService],
})
export class RosterModule {}
