import { Injectable } from '@nestjs/common';
import type { CredentialHeaders } from '../auth/domain/credential.js';
import { IdentityService } from '../auth/identity.service.js';
import { type BoardAccess, BoardAccessService } from '../boards/board-access.service.js';
import { Problem } from '../kernel/problem.js';

/** Whether a stream that was granted still is: by the same look-ups as each request's. */
@Injectable()
export class StreamAccessService {
  constructor(
    private readonly identities: IdentityService,
    private readonly boards: BoardAccessService,
  ) {}

  /** The follower's way to the board with its present head; undefined: the token or the membership is gone. */
  async find(follower: {
    readonly headers: CredentialHeaders;
    readonly board: string;
  }): Promise<BoardAccess | undefined> {
    try {
      return await this.boards.find(await this.identities.identify(follower.headers), follower.board);
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthenticated') return undefined;
      throw error;
    }
  }
}
