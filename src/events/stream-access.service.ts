import { Injectable } from '@nestjs/common';
import type { CredentialHeaders } from '../auth/domain/credential.js';
import { IdentityService } from '../auth/identity.service.js';
import { PresenceService } from '../auth/presence.service.js';
import { type BoardAccess, BoardAccessService } from '../boards/board-access.service.js';
import { Problem } from '../kernel/problem.js';

/** Whether a stream that was granted still is: by the same look-ups as each request's. */
@Injectable()
export class StreamAccessService {
  constructor(
    private readonly identities: IdentityService,
    private readonly boards: BoardAccessService,
    private readonly presence: PresenceService,
  ) {}

  /** The follower's way to the board with its present head; undefined: the token or the membership is gone. */
  async find(follower: {
    readonly headers: CredentialHeaders;
    readonly board: string;
  }): Promise<BoardAccess | undefined> {
    try {
      const identity = await this.identities.identify(follower.headers);
      // Who follows is there, however long the request goes on.
      this.presence.note(identity);
      // What is sent is looked at by the scope of each.
      return await this.boards.find(identity, follower.board, { forRoles: true });
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthenticated') return undefined;
      throw error;
    }
  }
}
