import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import { InstancesService } from '../auth/instances.service.js';
import { SubjectIdentityService } from './subject-identity.service.js';

/** Warns whoever asks for notices that another session asks for the same ones. */
@Injectable()
export class SessionWarningsService {
  constructor(
    private readonly identities: SubjectIdentityService,
    private readonly instances: InstancesService,
  ) {}

  /**
   * What to add to an answer about the notices of `agent` (absent: the caller); `instance`: the session that the adapter
   * names. Throws `forbidden`, `not_found`, `reserved_name`.
   */
  async of(
    caller: Identity,
    agent: string | undefined,
    instance: string | undefined,
  ): Promise<{ readonly warning?: string }> {
    const subject = await this.identities.of(caller, agent);
    const warning = await this.instances.warning(subject, instance);
    return warning === undefined ? {} : { warning };
  }
}
