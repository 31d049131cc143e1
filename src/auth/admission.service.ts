import { Injectable } from '@nestjs/common';
import type { CredentialHeaders } from './domain/credential.js';
import type { Identity } from './domain/identity.js';
import { IdentityService } from './identity.service.js';
import { PresenceService } from './presence.service.js';
import { RateLimitsService } from './rate-limits.service.js';
import { TokenUseService } from './token-use.service.js';

/** Lets requests in: once each, whatever is asked for afterwards. */
@Injectable()
export class AdmissionService {
  constructor(
    private readonly identities: IdentityService,
    private readonly limits: RateLimitsService,
    private readonly use: TokenUseService,
    private readonly presence: PresenceService,
  ) {}

  /** Who is calling. Throws what `IdentityService.identify` throws, and `too_many_requests`. */
  async admit(headers: CredentialHeaders): Promise<Identity> {
    const identity = await this.identities.identify(headers);
    this.limits.take(identity);
    if (identity.tokenId !== undefined) this.use.note(identity.tokenId);
    this.presence.note(identity);
    return identity;
  }
}
