import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Identity } from '../auth/domain/identity.js';
import type { BoardAccess } from '../boards/board-access.service.js';
import { viewerOf } from '../boards/viewer.js';
import { isHeartbeat } from '../journal/domain/concerns.js';
import type { Bearing, JournalEntry } from '../journal/domain/journal-entry.js';
import { isVisibleTo } from '../journal/domain/visibility.js';
import { JournalRepository } from '../journal/journal.repository.js';
import type { Seq } from '../kernel/ids.js';
import { labelOf } from '../kernel/label.js';
import { Problem } from '../kernel/problem.js';

/** A post that is there, is no secret to the caller, and was not deleted. */
export interface VisiblePost {
  readonly post: JournalEntry;
  readonly bearings: readonly Bearing[];
}

/** Finds posts that somebody names. */
@Injectable()
export class PostsService {
  constructor(private readonly journal: JournalRepository) {}

  /** Throws `not_found` where there is none for the caller, `not_a_message` where the label names something else. */
  async require(
    caller: Identity,
    access: Pick<BoardAccess, 'ref' | 'scope'>,
    seq: Seq,
    manager?: EntityManager,
  ): Promise<VisiblePost> {
    const { ref: board } = access;
    const [post] = await this.journal.bySeqs(board, [seq], manager);
    if (post === undefined || !isVisibleTo(viewerOf(caller, access), post)) {
      throw new Problem('not_found', `There is no message ${labelOf(seq)} for you on this board.`);
    }
    if (post.kind !== 'post' || isHeartbeat(post)) {
      throw new Problem('not_a_message', `${labelOf(seq)} is no message. Name the label of one.`);
    }
    const bearings = (await this.journal.bearings(board, [seq], manager)).get(seq) ?? [];
    return { post, bearings };
  }
}

export const isRedacted = ({ bearings }: VisiblePost): boolean =>
  bearings.some(({ relation }) => relation === 'redacts');

export const isDeleted = ({ bearings }: VisiblePost): boolean =>
  bearings.some(({ relation }) => relation === 'deletes');
