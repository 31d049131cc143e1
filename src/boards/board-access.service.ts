import { Injectable } from '@nestjs/common';
import { type Identity, isOperator, opens, type RoleSeat } from '../auth/domain/identity.js';
import { type BoardRef, grantBoardRef } from '../journal/domain/board-ref.js';
import type { Seq, WorkspaceId } from '../kernel/ids.js';
import { agentKey, BOARD_SLUG } from '../kernel/names.js';
import { Problem } from '../kernel/problem.js';
import { Transactor } from '../platform/database/transactor.js';
import { type BoardForAgent, BoardsRepository } from './boards.repository.js';
import { rightsOf } from './domain/membership.js';
import { MembersRepository } from './members.repository.js';
import { fenced } from './roles/domain/fence.js';
import { type RoleScope, standingScope } from './roles/domain/scope.js';
import { GoalsRepository } from './roles/goals.repository.js';

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
  /** What the caller may do by its role of the board's goal; undefined: it is a member or an operator. */
  readonly scope: RoleScope | undefined;
}

export interface AccessOptions {
  /** Also for roles that don't see the board: for what shows them no more than their scope. */
  readonly forRoles?: boolean;
}

/** Decides who may use a board; the only maker of `BoardRef`s. */
@Injectable()
export class BoardAccessService {
  constructor(
    private readonly boards: BoardsRepository,
    private readonly members: MembersRepository,
    private readonly transactor: Transactor,
    private readonly goals: GoalsRepository,
  ) {}

  /** The caller's way to the board, or undefined where it is not there, not theirs, or behind the fence of a role. */
  async find(identity: Identity, slug: string, options: AccessOptions = {}): Promise<BoardAccess | undefined> {
    const access = await this.#find(identity, slug);
    return isOpenTo(access, options) ? access : undefined;
  }

  /**
   * The caller's way to the board; `not_found` says the same whether it is not there or not theirs. Throws `forbidden`
   * for a role that does not see the board.
   */
  async require(identity: Identity, slug: string, options: AccessOptions = {}): Promise<BoardAccess> {
    const access = BOARD_SLUG.test(slug) ? await this.#find(identity, slug) : undefined;
    if (access?.scope !== undefined && !isOpenTo(access, options)) throw fenced(access.scope);
    if (access !== undefined) return access;
    throw new Problem(
      'not_found',
      'There is no such board for you. GET /board (or the tool whoami) lists the ones that you may use.',
    );
  }

  /** All boards that the caller may use, by slug. */
  async list(identity: Identity, options: AccessOptions = {}): Promise<readonly BoardAccess[]> {
    if (identity.role !== undefined) {
      const own = await Promise.all((identity.boards ?? []).map((slug) => this.find(identity, slug, options)));
      return own.flatMap((access) => access ?? []);
    }
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

  async #find(identity: Identity, slug: string): Promise<BoardAccess | undefined> {
    const { workspaceId, role } = identity;
    const found = await this.boards.find({ workspaceId, slug, agentKey: agentKey(identity.agent) });
    if (found === undefined || !opens(identity, slug)) return undefined;
    if (role !== undefined) return this.#ofRole(identity, role, found);
    await this.#rememberNewcomer(identity, [found]);
    return accessOf(identity, found);
  }

  /** What membership says counts for no role: its goal alone grants. */
  async #ofRole({ workspaceId }: Identity, seat: RoleSeat, { board }: BoardForAgent): Promise<BoardAccess | undefined> {
    const ref = grantBoardRef(workspaceId, board.id);
    const goal = await this.goals.rolesOf(ref);
    const scope = goal === undefined ? undefined : standingScope(goal.roles, seat);
    if (goal === undefined || scope === undefined) return undefined;
    const { slug, head, createdAtMs } = board;
    return { ref, slug, head, createdAtMs, joinedSeq: goal.declaredSeq, mayAdminister: false, scope };
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

const isOpenTo = (access: BoardAccess | undefined, { forRoles = false }: AccessOptions): boolean =>
  access?.scope === undefined || access.scope.seesBoard || forRoles;

function accessOf(identity: Identity, found: BoardForAgent): BoardAccess | undefined {
  const { board, memberships } = found;
  const rights = rightsOf(agentKey(identity.agent), isOperator(identity), memberships);
  if (!rights.mayUse) return undefined;
  const { slug, head, createdAtMs } = board;
  const ref = grantBoardRef(identity.workspaceId, board.id);
  // Who comes by for the first time joins at this moment; an operator has been there from the start.
  const joinedSeq = found.joinedSeq ?? (rights.isNewcomer ? head : 0);
  return { ref, slug, head, joinedSeq, createdAtMs, mayAdminister: rights.mayAdminister, scope: undefined };
}

/** Refuses who may not administer the board. */
export function requireAdministrator(access: BoardAccess): void {
  if (access.mayAdminister) return;
  throw new Problem('forbidden', 'Only an operator or an owner of the board may do this.');
}
