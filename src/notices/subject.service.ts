import { Injectable } from '@nestjs/common';
import type { Identity } from '../auth/domain/identity.js';
import { IdentityService } from '../auth/identity.service.js';
import { type BoardAccess, BoardAccessService } from '../boards/board-access.service.js';
import { LapsesService } from '../coordination/leases/lapses.service.js';
import { Problem } from '../kernel/problem.js';
import { SubjectIdentityService } from './subject-identity.service.js';

/** Somebody whose delivery state is read or moved, and the boards that it is about. */
export interface Subject {
  readonly identity: Identity;
  readonly boards: readonly BoardAccess[];
}

/** Finds out whose notices a request is about: nobody but the caller's own, except for operators. */
@Injectable()
export class SubjectService {
  constructor(
    private readonly subjectIdentities: SubjectIdentityService,
    private readonly access: BoardAccessService,
    private readonly lapses: LapsesService,
    private readonly identities: IdentityService,
  ) {}

  /**
   * `boards`: names parted by commas; absent: all of the subject's. What ran out of what the subject held is unread by
   * then. Throws `forbidden`, `not_found`.
   */
  async find(caller: Identity, agent: string | undefined, boards: string | undefined): Promise<Subject> {
    const identity = await this.subjectIdentities.of(caller, agent);
    const found =
      boards === undefined
        ? await this.access.list(identity)
        : await this.of(identity, [...new Set(boards.split(','))]);
    const told = found.map((access) => this.lapses.tell(identity.agent, access));
    return { identity, boards: await Promise.all(told) };
  }

  /** The subject's way to each of these boards; throws `not_found` if one of them is not its own. */
  async of(identity: Identity, slugs: readonly string[]): Promise<readonly BoardAccess[]> {
    const found = await Promise.all(slugs.map((slug) => this.access.find(identity, slug)));
    return found.map((access) => {
      if (access !== undefined) return access;
      throw new Problem('not_found', 'One of the boards is not there for this agent. GET /board lists those that are.');
    });
  }

  /**
   * Those of the boards that are still the subject's, with their present heads. Throws `unauthenticated` where the token
   * by which it was asked has ended since.
   */
  async refresh({ identity, boards }: Subject): Promise<Subject> {
    await this.identities.requireStill(identity);
    const found = await Promise.all(boards.map(({ slug }) => this.access.find(identity, slug)));
    return { identity, boards: found.flatMap((access) => access ?? []) };
  }
}
