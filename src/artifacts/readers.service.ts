import { Injectable } from '@nestjs/common';
import { isOperator } from '../auth/domain/identity.js';
import type { ArtifactReader, Reading } from './artifact-reader.js';
import { OperatorReadingService } from './operator-reading.service.js';
import { RoleReadingService } from './role-reading.service.js';

/** Which way of reading is a caller's. */
@Injectable()
export class ReadersService {
  constructor(
    private readonly roles: RoleReadingService,
    private readonly operators: OperatorReadingService,
  ) {}

  /** Whoever is no operator stands before the fence. */
  of({ caller }: Pick<Reading, 'caller'>): ArtifactReader {
    return isOperator(caller) ? this.operators : this.roles;
  }
}
