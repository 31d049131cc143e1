import { Injectable } from '@nestjs/common';
import { type AccessOptions, type BoardAccess, BoardAccessService } from '../boards/board-access.service.js';
import type { Connection } from './connection.js';
import { noBoardChosen } from './domain/board-choice.js';

/** Finds out which board a call is about. */
@Injectable()
export class BoardChoiceService {
  constructor(private readonly access: BoardAccessService) {}

  /** The board that the call names, else the connection's, else the caller's only one. Throws `not_found`, `bad_request`. */
  async choose(
    { caller, board }: Connection,
    named: string | undefined,
    options: AccessOptions = {},
  ): Promise<BoardAccess> {
    const slug = named ?? board;
    if (slug !== undefined) return this.access.require(caller, slug, options);
    const all = await this.access.list(caller, options);
    const [only, ...others] = all;
    if (only !== undefined && others.length === 0) return only;
    throw noBoardChosen(all.map((each) => each.slug));
  }
}
