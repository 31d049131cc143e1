import { Module } from '@nestjs/common';
import { JournalModule } from '../../journal/journal.module.js';
import { LeasesRepository } from './leases.repository.js';
import { OpenLeasesService } from './open-leases.service.js';

/** What readers of a board need of leases; it stands to the left of gists, which show them. */
@Module({
  imports: [JournalModule],
  providers: [LeasesRepository, OpenLeasesService],
  exports: [LeasesRepository, OpenLeasesService],
})
export class OpenLeasesModule {}
