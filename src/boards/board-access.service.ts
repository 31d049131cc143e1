import { Injectable } from '@nestjs/common';
import { type Identity, isOperator, opens } from '../auth/domain/identity.js';
import { type BoardRef, grantBoardRef } from '../journal/domain/board-ref.js';
import type { Seq, WorkspaceId } from '../kernel/ids.js';
import { agentKey, BOARD_SLUG } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Transactor } from '../platform/database/transactor.js';
import { type BoardForAgent, BoardsRepository } from './boards.repository.js';
import { rightsOf } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';

/** A board by its name, for what is written to it without a caller of it. */
export interface NamedBoard {
  readonly ref: BoardRef;
  readonly slug: string;
}

/** A caller's checked way to one board. */
export interface BoardAccess extends NamedBoard {
  /** The seq of the newest entry that was committed when the request was checked, or later. */
  readonly head: Seq;
  /** What is told to all counts for the caller above this seq: where the journal stood when it joined. */
  readonly joinedSeq: Seq;
  readonly mayAdminister: boolean;
  readonly createdAtMs: number;
}

/** Decides who may use a board; the only maker of `BoardRef`s. */
@Injectable()
export class BoardAccessService {
  constructor(
    private readonly boards: BoardsRepository,
    private readonly members: MembersRepository,
    private readonly transactor: Transactor,
  ) {}

  /** The caller's way to the board, or undefined where it is not there or not theirs. */
  async find(identity: Identity, slug: string): Promise<BoardAccess | undefined> {
    const key = agentKey(identity.agent);
    const found = await this.boards.find({ workspaceId: identity.workspaceId, slug, agentKey: key });
    if (found === undefined || !opens(identity, slug)) return undefined;
    await this.#rememberNewcomer(identity, [found]);
    return accessOf(identity, found);
  }

  /** The caller's way to the board; `not_found` says the same whether it is not there or not theirs. */
  async require(identity: Identity, slug: string): Promise<BoardAccess> {
    const access = BOARD_SLUG.test(slug) ? await this.find(identity, slug) : undefined;
    if (access !== undefined) return access;
    throw new Problem(
      'not_found',
      'There is no such board for you. GET /board (or the tool whoami) lists the ones that you may use.',
    );
  }

  /** All boards that the caller may use, by slug. */
  async list(identity: Identity): Promise<readonly BoardAccess[]> {
    const workspace = await this.boards.list(identity.workspaceId, agentKey(identity.agent));
    const all = workspace.filter(({ board }) => opens(identity, board.slug));
    await this.#rememberNewcomer(identity, all);
    return all.flatMap((each) => accessOf(identity, each) ?? []);
  }

  /** The boards that know an agent by name or, where `names` are given, those; what happens to its tokens is told there. */
  async knowing(
    workspaceId: WorkspaceId,
    agent: string,
    names: readonly string[] | null,
  ): Promise<readonly NamedBoard[]> {
    const key = agentKey(agent);
    const boards = await this.boards.list(workspaceId, key);
    const told = boards.filter(({ board, memberships }) =>
      names === null ? memberships.some((membership) => membership.agentKey === key) : names.includes(board.slug),
    );
    return told.map(({ board }) => ({ ref: grantBoardRef(workspaceId, board.id), slug: board.slug }));
  }

  /** Who has called a `*` board can be addressed there. */
  async #rememberNewcomer(identity: Identity, boards: readonly BoardForAgent[]): Promise<void> {
    const key = agentKey(identity.agent);
    const fresh = boards.filter(({ memberships }) => rightsOf(key, isOperator(identity), memberships).isNewcomer);
    if (fresh.length === 0) return;
    await this.transactor.run(async (tx) => {
      for (const { board } of fresh.toSorted((one, other) => one.board.id - other.board.id)) {
        await this.members.add(tx, board.id, { agent: identity.agent, source: 'seen', isOwner: false });
      }
    });
  }
}

function accessOf(identity: Identity, found: BoardForAgent): BoardAccess | undefined {
  const { board, memberships } = found;
  const rights = rightsOf(agentKey(identity.agent), isOperator(identity), memberships);
  if (!rights.mayUse) return undefined;
  const { slug, head, createdAtMs } = board;
  const ref = grantBoardRef(identity.workspaceId, board.id);
  // Who comes by for the first time joins at this moment; an operator has been there from the start.
  const joinedSeq = found.joinedSeq ?? (rights.isNewcomer ? head : 0);
  return { ref, slug, head, joinedSeq, createdAtMs, mayAdminister: rights.mayAdminister };
}

/** Refuses who may not administer the board. */
export function requireAdministrator(access: BoardAccess): void {
  if (access.mayAdminister) return;
  throw new Problem('forbidden', 'Only an operator or an owner of the board may do this.');
}
